import { refusals as sent } from '#domain/refusals/table.ts'

/**
 * What the panel answers, as the screens say it: API clients know the texts with "email", which the forms call the name.
 */
export const refusals = {
  ...sent,
  'client.missing': 'There is no client named {email}.',
  'client.email-missing': 'Enter a name.',
  'client.email-taken': 'The name {email} is taken. Choose another one.',
  'client.email-twice': 'The name {email} is listed twice. Leave one of them out.',
  'client.email-too-long': 'Use at most {max} characters for the name.',
  'client.email-no-url': 'Choose a name other than {value}: it cannot be used in a URL.',
  'client.email-white-space': 'Remove spaces from the name.',
  'client.email-control-characters': 'Remove control characters from the name.',
  'client.email-character': 'Remove the character {character} from the name.',
} as const
