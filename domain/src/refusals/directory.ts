/** The directory: why it cannot be read, and why its plan waits. */
export const directory = {
  'directory.no-host': 'Enter the address of the directory server.',
  'directory.no-base': 'Enter the base DN: the part of the directory to search.',
  'directory.bind-refused': 'The directory refused the bind DN or its password.',
  'directory.unreachable': 'The directory at {host} cannot be reached: {reason}.',
  'directory.certificate':
    'The certificate of {host} is not trusted: {reason}. Enter the file of your CA, or correct the server.',
  'directory.ca-unreadable': 'The CA file {file} cannot be read: {reason}.',
  'directory.too-slow': 'The directory did not answer within {seconds} seconds. Nobody was changed.',
  'directory.too-large': 'The directory found more than {max} people. Narrow the filter or the base DN.',
  'directory.search-failed': 'The directory refused the search: {reason}.',
  'directory.empty':
    'The directory found nobody, so nobody was changed. Check the filter, the base DN and the attribute.',
  'directory.no-inbounds': 'New people need an inbound: enter the tags of the inbounds that they get.',
  'directory.tags-unknown': 'No inbound has the tag {tags}.',
  'directory.held-shrunk':
    'The directory found {people} people, and {before} before. Confirm it if that is right.',
  'directory.held-many':
    'It would change {count} clients at once, more than {most}. Confirm it if that is right.',
  'directory.held-share':
    'It would change {count} of {all} clients at once, more than {percent} %. Confirm it if that is right.',
  'directory.nothing-held': 'No plan is waiting to be confirmed.',
  'directory.plan-changed':
    'The directory has changed since this plan was made. Look at the new one and confirm it.',
} as const
