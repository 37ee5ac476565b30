/** Six digits, as apps show them: with or without a space in the middle. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text.replace(/\s/g, ''))

/** The app's code, or a recovery code with or without its dashes. */
export const isCodeOrRecovery = (text: string): boolean =>
  isAppCode(text) || /^[a-z0-9]{16}$/i.test(text.replace(/[\s-]/g, ''))
