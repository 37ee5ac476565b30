/** The directory: why it cannot be read, and why its plan waits. */
export const directory = {
  'directory.no-host': 'Enter the address of the directory server.',
  'directory.no-base': 'Enter the base DN: the part of the directory to search.',
  'directory.bind-refused': 'The directory refused the bind DN or its password.',
  'directory.unreachable': 'The directory at {host} cannot be reached: {reason}.',
  'directory.certificate':
    'The certificate of {host} is not trusted: {reason}. Enter the file of your CA, or correct the server.',
  'directory.ca-unreadable': 'The CA file {file} cannot be read: {reason}.',
  'directory.too-slow': 'The directory did not answer within {seconds} seconds. No client was changed.',
  'directory.too-much':
    'The directory sent more data than a list of people needs, so no client was changed. Narrow the filter or the base DN.',
  'directory.too-large': 'The directory returned more than {max} people. Narrow the filter or the base DN.',
  'directory.search-failed': 'The directory refused the search: {reason}.',
  'directory.empty':
    'The directory returned no people, so no client was changed. Check the filter, the base DN and the email attribute.',
  'directory.no-inbounds': 'New clients need an inbound. Enter the tags of their inbounds.',
  'directory.tags-unknown': 'No inbound has the tag {tags}.',
  'directory.held-shrunk':
    'The directory returned {people} people; before, there were {before}. Confirm the changes if this is correct.',
  'directory.held-many':
    'This would change {count} clients at once, more than {most}. Confirm the changes if this is correct.',
  'directory.held-share':
    'This would change {count} of {all} clients at once, more than {percent} %. Confirm the changes if this is correct.',
  'directory.nothing-held': 'No changes are waiting for confirmation.',
  'directory.plan-changed':
    'The directory has changed since these changes were listed. Review the new list and confirm it.',
} as const
