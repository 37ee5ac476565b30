/** What can be wrong with a request before any rule of the panel looks at it. */
export const inputs = {
  'input.unreadable': 'The request cannot be read.',
  'input.body-invalid': 'The request body is not valid: {reason}.',
  'input.invalid': 'This value is not accepted: {reason}.',
} as const
