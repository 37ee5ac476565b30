const passed = ['HOME', 'TZ', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/** The core's environment: no PATH, no panel secrets. Without `multipathtcp=0` MPTCP clients could not be cut (C1). */
export function coreEnvironment(
  assetFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { XRAY_LOCATION_ASSET: assetFolder, GODEBUG: 'multipathtcp=0' }
  for (const name of passed) if (env[name]) own[name] = env[name]
  return own
}
