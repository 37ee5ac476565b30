/** Why a change waits for a restart of the core. */
export const restart = {
  'restart.log': 'The log settings changed: the core opens its logs when it starts.',
  'restart.api': 'The API settings changed: the core opens its API when it starts.',
  'restart.stats': 'The statistics settings changed: the core sets up its counters when it starts.',
  'restart.metrics': 'The metrics settings changed: the core opens its metrics page when it starts.',
  'restart.policy': 'The policy changed: the core reads its timeouts and buffers when it starts.',
  'restart.dns': 'The DNS settings changed: the core builds its resolver when it starts.',
  'restart.fakedns': 'The fake DNS pools changed: the core fills them when it starts.',
  'restart.observatory': 'The observatory changed: the core begins to probe when it starts.',
  'restart.burst-observatory': 'The burst observatory changed: the core begins to probe when it starts.',
  'restart.transport': 'The global transport settings changed: the core reads them when it starts.',
  'restart.reverse': 'The reverse settings changed: the core sets up bridges and portals when it starts.',
  'restart.geodata': 'The geo data settings changed: the core plans its downloads when it starts.',
  'restart.section': 'The section {section} changed: the core reads it when it starts.',
  'restart.domain-strategy': 'The domain strategy changed: the core reads it when it starts.',
  'restart.balancer': 'The balancer {tag} changed: the core builds a balancer once.',
  'restart.no-observatory': 'A balancer needs an observatory, and the core that runs has none yet.',
  'restart.reverse-clients':
    'The inbound {tag} changed and has reverse clients: they would keep a connection to nowhere.',
  'restart.inbound-untagged':
    'An inbound of the template has no tag of its own: give it one, or restart the core.',
  'restart.outbound-untagged':
    'An outbound without a tag of its own changed: give every outbound one, or restart the core.',
  'restart.refused': 'The core refused a change: {reason}.',
} as const
