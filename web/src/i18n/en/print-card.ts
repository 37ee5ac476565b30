export const printCard = {
  'card.scan':
    "Scan this code with your phone's camera, or open the address in a browser. The page that opens has the apps for your device and adds the connection for you.",
  'card.app':
    'Install v2rayNG or Hiddify (Android), Streisand or Hiddify (iPhone), or v2rayN or Hiddify (computer). Scan this code in the app, then connect.',
  'card.address': 'Subscription address:',
  'card.private': 'Keep this card private. Anyone who has this code can use your connection.',
} as const
