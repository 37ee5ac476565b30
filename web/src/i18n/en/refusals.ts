export { refusals } from '#domain/refusals/table.ts'
