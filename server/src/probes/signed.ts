/** What is signed: also which call it is, so that no call can be taken for another one. */
export const signedText = (call: 'join' | 'work' | 'results', text: string): Buffer =>
  Buffer.from(`sluice-probe POST probe/${call}\n${text}`)
