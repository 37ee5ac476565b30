/** Notices: outlets, webhooks and mail. */
export const notices = {
  'notice.too-old': 'It could not be delivered within three days and was given up.',
  'notice.outlet-off': 'The outlet was turned off before this was sent.',
  'notice.outlet-unknown': 'There is no outlet {name}. Use home, email, telegram or webhook: and its id.',
  'notice.outlet-not-ready': 'The outlet {name} is off. Turn it on and save its settings first.',
  'notice.delivery-missing': 'There is no such delivery: old ones are deleted after a month.',
  'notice.webhook-missing': 'There is no webhook {id}.',
  'notice.webhook-too-many': 'There can be at most {max} webhooks. Delete one first.',
  'notice.webhook-secret': 'Use a secret of 16 to 256 visible characters, or leave it blank.',
  'notice.mail-incomplete': 'Fill in {missing} first: the mail needs it.',
  'notice.mail-address':
    '{address} is no e-mail address. Write one such as me@example.com, several with commas.',
  'notice.mail-login': 'The mail server {host} did not accept the user name and password: {answer}.',
  'notice.mail-refused': 'The mail server {host} did not take the mail: {answer}.',
  'notice.mail-no-tls':
    'The mail server {host} does not offer STARTTLS. Choose TLS, or no encryption in a network that you trust.',
  'notice.mail-no-answer': 'The mail server {host} did not answer in time, or it is no mail server.',
  'setting.time': 'Use a time of the day such as 22:30, or leave it blank.',
} as const
