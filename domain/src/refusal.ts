import type { Coded } from '#contract/coded.ts'
import api from '#locales/en/api.json' with { type: 'json' }
import shown from '#locales/en/refusals.json' with { type: 'json' }
import { fill } from './coded.ts'
import type { ArgNames, KeyOf, Texts } from './words/keys.ts'

/** A sentence with which the panel says no, or says why something does not work. A code never changes its meaning. */
export type RefusalCode = KeyOf<'refusals'> | KeyOf<'api'>

/**
 * In English, as API clients and the terminal read them: some of them know the name of a client as its email, which the
 * forms call the name.
 */
export const englishRefusals: Texts<'refusals'> & Texts<'api'> = { ...shown, ...api }

type Holes<C extends RefusalCode> =
  C extends KeyOf<'refusals'> ? ArgNames<'refusals', C> : C extends KeyOf<'api'> ? ArgNames<'api', C> : never

/** What the text of a code needs filled in. */
export type ParamsOf<C extends RefusalCode> = {
  readonly [Name in Holes<C>]: string | number | Coded
}

type Rest<C extends RefusalCode> = [Holes<C>] extends [never]
  ? [params?: Readonly<Record<string, never>>, field?: string]
  : [params: ParamsOf<C>, field?: string]

/**
 * A rule said no. The code and its parameters say what is wrong and what to do, in any language; `message` says it
 * in English. `field` names the input at fault where there is one. Only `http/envelope.ts` turns it into a reply.
 */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error implements Coded {
  readonly code: RefusalCode
  readonly params: Coded['params']
  readonly field: string | undefined
  constructor(code: C, ...[params, field]: Rest<C>) {
    super(withField(inEnglish({ code, params: params ?? {} }), field))
    this.name = 'Refusal'
    this.code = code
    this.params = params ?? {}
    this.field = field
  }

  /** From a sentence that `coded` made. */
  static of({ code, params }: Coded, field?: string): Refusal {
    return new Refusal(code as 'other.said', params as { reason: string }, field) // `coded` checked the pair
  }
}

/** The same sentence as data, without an error around it. */
export const coded = <C extends RefusalCode>(code: C, ...[params]: Rest<C>): Coded => ({
  code,
  params: params ?? {},
})

/** Several sentences as one. */
export const codedList = (all: readonly [Coded, ...Coded[]]): Coded =>
  all.reduceRight((rest, first) => coded('list.more', { first, rest }))

const isKnown = (code: string): code is RefusalCode => Object.hasOwn(englishRefusals, code)

/** A code that this version does not know (from a newer panel, or from the database) is shown as it is. */
export const inEnglish = ({ code, params }: Coded): string =>
  isKnown(code) ? fill(englishRefusals[code], params, { locale: 'en', say: inEnglish }) : code

/** API callers see no form: the sentence names the field, unless its words do so already. */
function withField(text: string, field: string | undefined): string {
  if (field === undefined) return text
  const word = field.toLowerCase().replace(/(ids?|s)$/, '')
  return !field.includes('.') && text.toLowerCase().includes(word) ? text : `${field}: ${text}`
}

/** What went wrong, as data. The words of an error that is no refusal are those of the system or another program. */
export const codedOf = (error: unknown): Coded =>
  error instanceof Refusal
    ? { code: error.code, params: error.params }
    : coded('other.said', { reason: error instanceof Error ? error.message : String(error) })
