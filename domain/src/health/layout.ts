import { coded } from '#domain/refusal.ts'
import { type Check, check, command } from './check.ts'

/** Where the installer put the program. */
export interface LayoutFact {
  folder: string
  isRoots: boolean
}

/** Earlier installers gave the whole folder to the service, which could lead root's next call of them anywhere. */
export const judgeLayout = (fact: LayoutFact | undefined): Check[] =>
  fact === undefined || fact.isRoots
    ? []
    : [
        check(
          'layout',
          'warn',
          coded('health.layout-old', { folder: fact.folder }),
          command('sudo sh install.sh'),
        ),
      ]
