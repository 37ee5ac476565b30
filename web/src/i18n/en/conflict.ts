export const conflict = {
  'conflict.title': 'Someone else saved this while you were editing',
  'conflict.text': 'Both values of each field are shown. Choose the one to save.',
  'conflict.theirs': 'Saved: {value}',
  'conflict.mine': 'Yours: {value}',
  'conflict.verb': 'Save these values',
  'conflict.on': 'On',
  'conflict.off': 'Off',
} as const
