import type { Migration } from '../migrate.ts'

/** Whether the password is the one that the panel made: the wizard asks for another one only then. */
export const passwordMade: Migration = {
  name: '010-password-made',
  statements: ({ bool }) => [`alter table users add column password_made ${bool('false')}`],
}
