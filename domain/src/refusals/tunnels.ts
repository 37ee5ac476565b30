/** Accounts of tunnel services. */
export const tunnels = {
  'tunnel.no-account': 'There is no {service} account yet: register first.',
  'tunnel.refused': '{service} refused this: {reason}.',
  'tunnel.bad-answer': '{service} sent an answer that this panel does not understand.',
  'tunnel.key-invalid': 'This is not a WireGuard key. Paste the 44 characters that end with "=".',
  'tunnel.country-invalid': 'Choose a country: countryId is its number.',
  'tunnel.token-missing': 'Enter the access token of your {service} account.',
  'tunnel.license-missing': 'Enter the license key.',
  'tunnel.server-invalid': 'Choose a server: hostname, station and publicKey are those of one in the list.',
} as const
