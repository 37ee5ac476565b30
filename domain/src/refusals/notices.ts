/** Notices: outlets, webhooks and mail. */
export const notices = {
  'notice.too-old': 'It could not be delivered within three days and was given up.',
  'notice.outlet-off': 'Sending was turned off before this was sent.',
  'notice.outlet-unknown': 'There is no outlet {name}. Use home, email, telegram or webhook: and its id.',
  'notice.outlet-not-ready': 'Sending to {name} is off. Turn it on and save its settings first.',
  'notice.delivery-missing': 'This delivery no longer exists. Deliveries are deleted after a month.',
  'notice.webhook-missing': 'Webhook {id} does not exist.',
  'notice.webhook-too-many': 'There can be at most {max} webhooks. Delete one first.',
  'notice.webhook-secret': 'Use a secret of 16 to 256 visible characters, or leave it blank.',
  'notice.mail-incomplete': 'Fill in {missing} first. It is needed to send mail.',
  'notice.mail-address':
    '{address} is not an e-mail address. Enter one such as me@example.com, several separated by commas.',
  'notice.mail-login': 'The mail server {host} did not accept the user name and password: {answer}.',
  'notice.mail-refused': 'The mail server {host} did not accept the mail: {answer}.',
  'notice.mail-no-tls':
    'The mail server {host} does not offer STARTTLS. Choose TLS, or no encryption in a network that you trust.',
  'notice.mail-no-answer': 'The mail server {host} did not answer in time, or it is not a mail server.',
  'setting.time': 'Use a time of the day such as 22:30, or leave it blank.',
} as const
