/** For an input of text that machines read: names, addresses, keys. */
export const machineText = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const
