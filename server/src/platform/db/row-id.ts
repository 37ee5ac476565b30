/** What a row number can be: PostgreSQL refuses to compare one with more than 32 bits hold. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 2_147_483_647
