import type { nodes as english } from '#domain/refusals/nodes.ts'
import type { Refused } from '../../files.ts'

export const nodes: Refused<typeof english> = {
  'node.missing': 'گره {id} پیدا نشد.',
  'node.name-missing': 'برای گره نامی بگذارید.',
  'node.name-taken': 'گره‌ای به نام {name} هست. نام دیگری برگزینید.',
  'node.too-many': 'هم‌اکنون {max} گره وجود دارد. نخست یکی را حذف کنید.',
  'node.address-invalid': '«{address}» نام میزبان یا نشانی IP نیست.',
  'node.port-invalid': 'پورتی از 1 تا 65535 بنویسید.',
  'node.path-invalid': 'مسیر پایهٔ گره فاصله، نویسهٔ کنترلی، بک‌اسلش، ? و # ندارد. آن را به شکل /path/ بنویسید.',
  'node.token-invalid': 'توکن API فاصله و نویسهٔ کنترلی ندارد. دوباره رونوشت بگیرید.',
  'node.verify-mode-unknown': 'برای tlsVerifyMode یکی از این‌ها را برگزینید: {values}.',
  'node.mtls-missing':
    'Sluice میان پنل‌ها گواهی کاربر به کار نمی‌برد. به جای آن گواهی گره را سنجاق کنید (tlsVerifyMode pin).',
  'node.pin-missing': 'اثر انگشت SHA-256 گواهی را بدهید یا بگذارید پنل آن را بخواند.',
  'node.pin-invalid': 'اثر انگشت SHA-256 دارای 64 رقم شانزده‌شانزدهی است.',
  'node.no-tls': 'گره‌ای که با http ساده کار می‌کند گواهی نشان نمی‌دهد. https را برگزینید.',
  'node.has-inbounds': '{count} ورودی روی این گره قرار دارد. نخست آن‌ها را حذف کنید.',
  'node.token-missing': 'گره توکن API ندارد. در تنظیمات آن یکی بسازید و اینجا بنویسید.',
  'node.token-refused': '{host} توکن API را نمی‌پذیرد. در تنظیمات آن پنل توکنی بسازید و اینجا بنویسید.',
  'node.no-panel-there': '{host} در این مسیر پایه پنلی ندارد. مسیر پایه را در تنظیمات آن پنل ببینید.',
  'node.not-a-panel': '{host} پاسخ می‌دهد، ولی نه مانند یک پنل. نشانی، پورت و مسیر پایه را بررسی کنید.',
  'node.starting': '{host} تازه راه افتاده و هنوز وضعیت خود را نمی‌داند. چند ثانیه دیگر دوباره بکوشید.',
  'node.refused': '{host} نپذیرفت: {reason}.',
  'node.cannot-kick':
    '{node} نمی‌تواند اتصال‌های یک کاربر را قطع کند: پنل دیگری یا نسخهٔ قدیمی‌تری دارد. کاربر را غیرفعال و دوباره فعال کنید.',
  'node.is-this-panel': 'این نشانی به همین پنل می‌رسد. پنل نمی‌تواند گره خودش باشد.',
  'node.same-as-another': 'این همان پنلِ گره {name} است. هر پنل یک بار افزوده می‌شود.',
  'node.unverified':
    'گواهی این گره بررسی نمی‌شود: کسی میان دو پنل می‌تواند توکن API را بخواند. به جای آن گواهی را سنجاق کنید.',
  'node.plain-http':
    'این گره با http ساده دیده می‌شود: هر کس در راه می‌تواند توکن API را بخواند. https به کار ببرید.',
}
