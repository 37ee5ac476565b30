import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

const emails = z.array(z.string())

export const DirectoryPlanView = z.object({
  held: z.boolean().describe('the plan waits for an operator'),
  reason: z.string().optional(),
  reasonCoded: codedSchema.optional(),
  digest: z.string().describe('names the plan in a confirmation'),
  people: z.int().describe('in the directory'),
  enable: emails,
  disable: emails,
  create: emails,
  delete: emails,
  skipped: z.array(z.object({ email: z.string(), reason: z.string(), reasonCoded: codedSchema })),
  lastRunAt: z.int(),
  lastGoodAt: z.int(),
  lastError: z.string(),
  lastErrorCoded: codedSchema.optional(),
})
export type DirectoryPlanView = z.output<typeof DirectoryPlanView>

const text = z.string().max(2_000).optional()
const flag = z.boolean().optional()

/** Values of the form, tested before they are saved. Absent ones are taken from the settings. */
const Given = z.object({
  ldapHost: text,
  ldapPort: z.int().min(1).max(65_535).optional(),
  ldapUseTLS: flag,
  ldapStartTls: flag,
  ldapCaFile: text,
  ldapInsecureSkipVerify: flag,
  ldapBindDN: text,
  ldapPassword: text.describe('blank: the stored one'),
  ldapBaseDN: text,
  ldapUserFilter: text,
  ldapUserAttr: text,
  ldapVlessField: text,
  ldapFlagField: text,
  ldapTruthyValues: text,
  ldapInvertFlag: flag,
  ldapGroupDN: text,
  ldapNestedGroups: flag,
  ldapAutoCreate: flag,
  ldapAutoDelete: flag,
})

export const directoryApi = api(panelRoutes.directory, {
  plan: {
    summary: 'The plan of the directory sync that waits for an operator, and the state of the last run',
    reply: DirectoryPlanView,
  },
  confirm: {
    summary: 'Carry out the plan that waits; refused if the directory has changed since',
    body: z.object({ digest: z.string().optional() }),
    reply: DirectoryPlanView,
    says: 'The plan has been carried out.',
  },
  test: {
    summary: 'Connect to the directory and count the people that it finds; changes nothing',
    body: Given,
    reply: z.object({ people: z.int(), enabled: z.int(), sample: emails }),
    says: 'The directory answers.',
  },
  dryRun: {
    summary: 'What the next sync would change; changes nothing',
    body: Given,
    reply: DirectoryPlanView,
  },
})
