import type { z } from 'zod'
import type { Coded } from '#contract/coded.ts'
import { coded } from './refusal.ts'

type Issue = z.core.$ZodIssue

const kinds: Readonly<Record<string, Coded>> = {
  string: coded('input.not-text'),
  number: coded('input.not-number'),
  int: coded('input.not-number'),
  boolean: coded('input.not-switch'),
  array: coded('input.not-list'),
  object: coded('input.not-object'),
  record: coded('input.not-object'),
}

const tooLarge = (origin: string, max: number): Coded => {
  if (origin === 'string') return coded('input.too-long', { max })
  return origin === 'array' ? coded('input.too-many-items', { max }) : coded('input.at-most', { max })
}
const tooSmall = (origin: string, min: number): Coded => {
  if (origin === 'string') return coded('input.too-short', { min })
  return origin === 'array' ? coded('input.too-few-items', { min }) : coded('input.at-least', { min })
}

/** What a schema complains about. */
export function codedIssue(issue: Issue): Coded {
  const other = () => coded('input.invalid', { reason: issue.message.replace(/^Invalid input: /, '') })
  switch (issue.code) {
    case 'invalid_union': {
      const [inner] = issue.errors[0] ?? []
      return inner ? codedIssue(inner) : other()
    }
    case 'invalid_type':
      return kinds[issue.expected] ?? other()
    case 'too_big':
      return tooLarge(issue.origin, Number(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'invalid_value':
      return coded('input.one-of', { values: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return coded('input.unknown-keys', { keys: issue.keys.join(', ') })
    default:
      return other()
  }
}
