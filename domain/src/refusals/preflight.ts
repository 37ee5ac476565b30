/** The pre-flight of another version of the core, and the way back from one that does not work. */
export const preflight = {
  'preflight.blocks':
    'Xray {version} was not installed, because something that works today would fail: {reasons}. Change that first, or send force with the install.',
  'preflight.config-fails':
    'Xray {version} refuses the configuration: {reason}. Clients that would lose their connection: {count}.',
  'preflight.inbound-fails':
    'Inbound {inbound} would fail in Xray {version}: {reason}. Clients that would lose it: {count} ({names}).',
  'preflight.inbound-fails-idle': 'Inbound {inbound} would fail in Xray {version}: {reason}.',
  'preflight.outbound-fails': 'Outbound {outbound} would fail in Xray {version}: {reason}.',
  'preflight.and-more': '{emails}, and more.',
  'preflight.no-answer': 'A client connects and gets no answer through it.',
  'preflight.no-answer-because': 'A client gets no answer through it: {reason}.',
  'preflight.untried-tun': 'A TUN device cannot be tried beside the one in use.',
  'preflight.untried-no-key':
    'The panel does not have the private key of a peer, so it cannot connect as one.',
  'preflight.app-core-fails':
    'Apps with a {core} core can use {inbounds} today and could not in Xray {version}. Clients that use such an app there: {count}.',
  'preflight.reality':
    '{count} clients with {apps} would fail on {inbounds}: set Min client version (minClientVer) to 1.0.0 there.',
  'preflight.reality-one':
    '1 client with {apps} would fail on {inbounds}: set Min client version (minClientVer) to 1.0.0 there.',
  'preflight.reality-now':
    'Clients with {apps} ({count}) cannot connect to {inbounds} today either: set Min client version (minClientVer) to 1.0.0 there.',
  'preflight.reality-nobody':
    'Apps with a mihomo or sing-box core cannot connect to {inbounds}, and no client used one in the last 30 days. To let them in, set Min client version (minClientVer) to 1.0.0 there.',
  'preflight.post-quantum-only':
    '{inbounds} accepts X25519MLKEM768 only, which older apps do not offer. Add X25519 to its curve preferences if some of its {clients} clients cannot connect.',
  'preflight.shadowsocks-none':
    'Xray 26.7.11 and newer have no Shadowsocks without encryption: choose another cipher for {inbounds}. Clients on it: {clients}.',
  'preflight.xhttp-session':
    'Xray before 26.6.22 does not know the XHTTP session names of {inbounds}: choose a newer version, or clear them. Clients on it: {clients}.',
  'preflight.private-targets':
    'From Xray 26.5.3 on, {outbounds} no longer reaches private addresses for clients. Add finalRules to it if they need them.',
  'core.switch-api-silent': 'Its API does not answer.',
  'core.switch-inbound-lost': 'Inbound {inbound} no longer accepts connections.',
  'core.rolled-back': 'Xray {version} did not work, so Xray {previous} is running again: {reason}.',
  'core.rollback-failed':
    'Xray {version} did not work: {reason}. Xray {previous} was put back and does not start either: {why}.',
  'cli.core-refuses-config':
    'Xray {version} refuses the configuration that the core was last started with: {reason}. Change it first, or add -force.',
} as const
