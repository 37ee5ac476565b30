import { answerParent } from '../platform/limited-process/answering.ts'
import { kindOfTablesIn } from './kind.ts'

/** Looks at the tables of an unknown file. */
answerParent((_, path) => kindOfTablesIn(String(path)))
