/** Other panels that this one manages. */
export const nodes = {
  'node.missing': 'Node {id} is not found.',
  'node.name-missing': 'Give the node a name.',
  'node.name-taken': 'There is already a node called {name}. Choose another name.',
  'node.too-many': 'There are {max} nodes already.',
  'node.address-invalid': '"{address}" is not a host name or an IP address.',
  'node.port-invalid': 'Use a port from 1 to 65535.',
  'node.path-invalid':
    'The base path of a node has no spaces, control characters, backslashes, ? or #. Write it as /path/.',
  'node.token-invalid': 'An API token has no spaces or control characters. Copy it again.',
  'node.verify-mode-unknown': 'Choose one of {values} for tlsVerifyMode.',
  'node.mtls-missing':
    'Sluice does not use client certificates between panels. Pin the certificate of the node instead (tlsVerifyMode pin).',
  'node.pin-missing': 'Give the SHA-256 fingerprint of the certificate, or let the panel read it.',
  'node.pin-invalid': 'A SHA-256 fingerprint has 64 hexadecimal digits.',
  'node.no-tls': 'A node on plain http shows no certificate. Choose https.',
  'node.has-inbounds':
    '{count} inbounds are placed on this node. Delete them first: otherwise they would run nowhere.',
  'node.token-missing': 'The node has no API token. Create one in its settings and enter it here.',
  'node.token-refused':
    '{host} does not accept the API token. Create a token in the settings of that panel and enter it here.',
  'node.no-panel-there':
    '{host} has no panel under this base path. Check the base path in the settings of that panel.',
  'node.not-a-panel':
    '{host} answers, but not as a panel does. Check the address, the port and the base path.',
  'node.starting': '{host} has just started and does not know its status yet. Try again in a few seconds.',
  'node.refused': '{host} refused: {reason}.',
  'node.cannot-kick':
    '{node} cannot end the connections of one client: it runs another panel or an older version. Disable the client and enable it again.',
  'node.is-this-panel': 'This address leads to this panel itself. A panel cannot be its own node.',
  'node.same-as-another': 'This is the same panel as the node {name}. Each panel is added once.',
  'node.unverified':
    'The certificate of this node is not checked: somebody between the two panels could read the API token. Pin the certificate instead.',
  'node.plain-http':
    'This node is reached by plain http: everybody on the way can read the API token. Use https.',
} as const
