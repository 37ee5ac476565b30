/** The range of a row id: PostgreSQL refuses to compare one that exceeds 32 bits. */
export const isRowId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 2_147_483_647
