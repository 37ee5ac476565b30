export const shortestPassword = 8

/** Words that are guessed first, alone or followed by a few characters. */
const words = new Set(
  `pass love abc qwer asdf zxcv password passwords passwort passw0rd parola parole wachtwoord motdepasse contrasena contraseña senha sifre kennwort
  пароль admin administrator administrateur administrador root superuser superadmin sysadmin adminadmin rootroot
  rootadmin adminroot guest user username test tester testtest testing demo default changeme changeit change letmein
  letmeinnow welcome hello helloworld login master monkey dragon iloveyou sunshine princess football baseball
  basketball soccer hockey superman batman spiderman starwars pokemon naruto shadow michael michelle jennifer jessica
  jordan hunter ashley daniel thomas robert charlie andrew matthew joshua amanda nicole samantha computer internet
  server network security secret secrets private trustno trustnoone whatever freedom forever blessed flower summer
  winter spring autumn monday friday sunday january february march april august september october november december
  qwerty qwertz azerty qwertyuiop qwertyui qwerty12 asdfgh asdfghjkl asdfasdf zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc
  qweasd qweasdzxc qweqwe abcdef abcdefg abcabc aaaaaa google facebook samsung iphone android windows microsoft linux
  ubuntu debian oracle mysql postgres postgresql cisco ferrari porsche mercedes corvette harley mustang liverpool
  chelsea arsenal barcelona realmadrid juventus chocolate cookie banana orange cheese pepper ginger buster killer
  maggie purple silver golden diamond lovely angel angels babygirl jesus jesuschrist god india china russia moscow
  america london paris berlin istanbul tehran галя любовь солнышко привет йцукен йцукенг наташа максим xui xuixui
  x-ui 3x-ui xray v2ray sluice panel vpn vpnvpn proxy vless vmess trojan shadowsocks hysteria marzban wireguard`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Keyboard rows and sequences, in both directions. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '!@#$%^&*()',
  'йцукенгшщзхъ',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
]
const runs = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')])

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const mostSignsBehind = 6

/** `P@ssw0rd!` is `password`. */
const plain = (text: string): string => text.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)

/** A short pattern repeated: `aaaaaaaa`, `12121212`, `abcdabcd`. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(4, text.length / 2); length++) {
    const block = text.slice(0, length)
    if (block.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true
  }
  return false
}

/** Made of up to three runs of those sequences: `qwertyui`, `1234qwer`, `abcd1234`. */
function isRun(text: string, stretches = 3): boolean {
  if (text === '') return true
  if (stretches === 0) return false
  let length = text.length
  while (length >= 3 && !runs.some((run) => run.includes(text.slice(0, length)))) length--
  return length >= 3 && isRun(text.slice(length), stretches - 1)
}

function isCommon(password: string): boolean {
  const text = password.toLowerCase()
  if (isRepeated(text) || isRun(text)) return true
  const behind = /[^\p{L}]*$/u.exec(text)?.[0].length ?? 0
  // A common word plus a short suffix: `qwerty12`, `admin2024`, `password123!`.
  for (let cut = 0; cut <= Math.min(behind, mostSignsBehind); cut++) {
    const word = text.slice(0, text.length - cut)
    if (words.has(word) || words.has(plain(word))) return true
  }
  return false
}

/** What is wrong with a new password; existing passwords are not checked. */
export function passwordFault(password: string): 'short' | 'common' | undefined {
  const signs = password.slice(0, 1_000)
  if ([...signs].length < shortestPassword) return 'short'
  return isCommon(signs) ? 'common' : undefined
}
