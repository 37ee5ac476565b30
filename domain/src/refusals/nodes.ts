/** Other panels that this one manages. */
export const nodes = {
  'node.missing': 'Node {id} was not found.',
  'node.name-missing': 'Enter a name for the node.',
  'node.name-taken': 'A node named {name} already exists. Choose another name.',
  'node.too-many': 'There are already {max} nodes. Delete one first.',
  'node.address-invalid': '"{address}" is not a host name or an IP address.',
  'node.port-invalid': 'Use a port from 1 to 65535.',
  'node.path-invalid':
    'The base path of a node has no spaces, control characters, backslashes, ? or #. Write it as /path/.',
  'node.token-invalid': 'An API token has no spaces or control characters. Copy it again.',
  'node.verify-mode-unknown': 'Choose one of {values} for tlsVerifyMode.',
  'node.mtls-missing':
    'Sluice does not use client certificates between panels. Pin the certificate of the node instead (tlsVerifyMode pin).',
  'node.pin-missing': 'Enter the SHA-256 fingerprint of the certificate, or let the panel fetch it.',
  'node.pin-invalid': 'A SHA-256 fingerprint has 64 hexadecimal digits.',
  'node.no-tls': 'A node on plain HTTP has no certificate. Choose HTTPS.',
  'node.has-inbounds': '{count} inbounds are placed on this node. Delete them first.',
  'node.token-missing': 'The node has no API token. Create one in its settings and enter it here.',
  'node.token-refused':
    "{host} does not accept the API token. Create a token in that panel's settings and enter it here, or invite again: a join string works for the first panel that uses it.",
  'node.no-panel-there':
    "{host} has no panel under this base path. Check the base path in that panel's settings.",
  'node.not-a-panel': '{host} answers, but it is not a panel. Check the address, the port and the base path.',
  'node.starting': '{host} has just started and does not know its status yet. Try again in a few seconds.',
  'node.refused': '{host} refused: {reason}.',
  'node.is-this-panel': 'This address belongs to this panel. A panel cannot be its own node.',
  'node.cannot-kick':
    '{node} cannot end the connections of one client: it runs another panel or an older version. Disable the client and enable it again.',
  'node.same-as-another': 'This is the same panel as the node {name}. Each panel is added once.',
  'node.unverified':
    "The node's certificate is not verified: someone between the two panels could read the API token. Pin the certificate instead.",
  'node.no-limits':
    '{name} runs a panel of another kind. Speeds, slow instead of cut and daily allowances are not in force there.',
  'node.no-keys':
    '{name} runs a panel of another kind. All devices of a client share one key there, so a revoked device can still use it.',
  'node.keys-after-update':
    '{name} runs an older version. All devices of a client share one key there until it is updated.',
  'node.plain-http':
    'This node is reached over plain HTTP: anyone on the network path can read the API token. Use HTTPS.',
} as const
