/** Name of the work that sends bulk changes of users to the core. In a file without schemas: the browser imports it. */
export const coreUsersWork = 'core/users'
