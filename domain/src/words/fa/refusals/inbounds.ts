import type { inbounds as english } from '#domain/refusals/inbounds.ts'
import type { Refused } from '../../files.ts'

export const inbounds: Refused<typeof english> = {
  'inbound.missing': 'ورودی‌ای با شناسهٔ {id} نیست.',
  'inbound.protocol-unknown': 'یکی از این پروتکل‌ها را برگزینید: {values}.',
  'inbound.network-unfit': 'برای {protocol} یکی از این‌ها را برگزینید: {values}.',
  'inbound.security-unfit': 'برای {protocol} روی {network} یکی از این‌ها را برگزینید: {values}.',
  'inbound.window-below-mtu':
    'دست‌کم {mtu} بایت، یعنی اندازهٔ یک بسته (MTU)، یا 0 برای پنجرهٔ معمول به کار ببرید.',
  'inbound.key-length': 'برای {method} کلیدی {bytes} بایتی در base64 به کار ببرید.',
  'inbound.listen-invalid':
    'یک نشانی IP بنویسید، برای همه خالی بگذارید، یا مسیر سوکتی که با / یا @ آغاز شود بدهید.',
  'inbound.port-taken':
    'پورت {port} ({layers}) را ورودی «{remark}» (#{id}) به کار می‌برد. پورت یا نشانی دیگری برگزینید.',
  'inbound.socket-taken': '{path} را ورودی «{remark}» (#{id}) به کار می‌برد. نشانی دیگری برگزینید.',
  'inbound.port-of-panel': 'خود پنل روی پورت {port} گوش می‌دهد. پورت دیگری برگزینید.',
  'inbound.port-of-subscriptions': 'سرور اشتراک روی پورت {port} گوش می‌دهد. پورت دیگری برگزینید.',
  'inbound.port-in-use':
    'پورت {port} ({layer}) را {holder} به کار می‌برد. آن برنامه را متوقف کنید یا پورت دیگری برگزینید.',
  'inbound.address-not-here':
    'این دستگاه نشانی {listen} را ندارد. برای همهٔ نشانی‌ها خالی بگذارید یا یکی از نشانی‌های خودش را بدهید.',
  'inbound.path-in-use': '{path} را {holder} به کار می‌برد. آن برنامه را متوقف کنید یا مسیر دیگری بدهید.',
  'inbound.folder-missing': 'پوشهٔ {folder} برای سوکت نیست. آن را بسازید یا مسیر دیگری بدهید.',
  'inbound.path-no-socket': '{path} از پیش هست و سوکت نیست. مسیر دیگری بدهید.',
  'inbound.core-could-not-open': 'هسته نتوانست آن را باز کند.',
  'inbound.core-refuses': 'هسته آن را نمی‌پذیرد: {reason}.',
  'inbound.not-open': 'ورودی {inbound} باز نیست: {reason}.',
  'inbound.tag-invalid': 'برچسب حداکثر 254 نویسه، بدون > و نویسهٔ کنترلی باشد.',
  'inbound.tag-reserved': 'برچسب {tag} را خود پنل به کار می‌برد. برچسب دیگری برگزینید یا خالی بگذارید.',
  'inbound.no-free-tag': 'برای پورت {port} برچسب آزادی نمانده است. برچسبی به ورودی بدهید.',
  'inbound.clients-not-list': 'کاربران را به صورت فهرست بدهید.',
  'inbound.not-on-node': 'nodeId را بردارید: {protocol} روی گره کار نمی‌کند.',
  'inbound.node-missing': 'گره‌ای با شناسهٔ {id} نیست.',
  'inbound.path-start': 'مسیر باید با / آغاز شود.',
  'inbound.path-white-space': 'فاصله‌ها را از مسیر بردارید.',
  'inbound.path-query': 'از مسیر # و هر چه پس از ? است، جز ed=، بردارید.',
  'inbound.short-id': 'هر شناسهٔ کوتاه باید شمار زوجی از رقم‌های شانزده‌شانزدهی، حداکثر 16، داشته باشد.',
  'inbound.client-version': 'نسخه‌ای با حداکثر سه بخش بنویسید، هر کدام از 0 تا 255.',
  'inbound.header-host': 'سرآیند Host را بردارید و فیلد میزبان را به کار ببرید.',
  'inbound.more-than-zero': 'مقداری بزرگ‌تر از 0 بنویسید.',
  'inbound.cipher-single-user':
    '2022-blake3-chacha20-poly1305 تنها برای یک کاربر است، پس هیچ کاربری به آن وصل نمی‌شود. 2022-blake3-aes-128-gcm یا 2022-blake3-aes-256-gcm را برگزینید.',
  'inbound.certificate-missing':
    'ورودی با TLS به گواهی و کلید آن نیاز دارد: بدون آن‌ها هیچ‌کس نمی‌تواند وصل شود. هر دو فایل را بنویسید یا متن هر دو را بچسبانید.',
  'fallback.dest-invalid': 'پورت، host:port یا مسیر سوکتی که با / یا @ آغاز شود بنویسید.',
  'fallback.child-missing': 'ورودی {id} برای مسیر جایگزین نیست.',
  'fallback.child-elsewhere':
    'ورودی فرزند روی دستگاه دیگری است. ورودی‌ای روی همین دستگاه برگزینید یا مقصدی (dest) بدهید.',
  'fallback.child-not-tcp': 'مسیر جایگزین یک اتصال TCP است. ورودی فرزندی برگزینید که روی TCP گوش دهد.',
  'fallback.no-target': 'ورودی فرزندی برگزینید یا مقصدی (dest) بدهید.',
  'fallback.itself': 'ورودی نمی‌تواند مسیر جایگزین خودش باشد.',
  'fallback.loop': 'ورودی فرزند خود به این ورودی بازمی‌گردد. برای پرهیز از حلقه، فرزند دیگری برگزینید.',
  'fallback.master-unfit': 'مسیر جایگزین به ورودی VLESS یا Trojan روی TCP با TLS یا Reality نیاز دارد.',
  'fallback.decryption': 'هسته همراه با رمزگذاری VLESS مسیر جایگزین ندارد. decryption را none بگذارید.',
  'fallback.reality-undialable':
    'برنامه‌ها نمی‌توانند پشت Reality به {network} وصل شوند. به ورودی #{child} انتقال RAW، gRPC یا XHTTP بدهید، یا آن را پشت یک ورودی با TLS بگذارید.',
  'fallback.reality-shared':
    'پشت Reality تنها به یک ورودی بدون مسیر جداگانه (RAW، gRPC، XHTTP) می‌توان رسید و سطر دیگری اتصال‌های #{child} را می‌گیرد. آن را پشت ورودی دیگری بگذارید.',
  'fallback.two-h2':
    'این ورودی و #{other} هر دو زیر یک ورودی اصلی HTTP/2 (gRPC، XHTTP) به کار می‌برند و آن نمی‌تواند جدایشان کند. به یکی ورودی اصلی جداگانه یا سطری با SNI دیگر بدهید.',
  'host.group-missing': 'گروه نشانی با شناسهٔ {id} نیست.',
  'host.port-invalid': 'پورتی از 1 تا 65535 بنویسید، یا 0 برای پورت خود ورودی.',
  'host.name-invalid': '«{name}» نام میزبان یا نشانی نیست.',
  'host.review-empty': 'نشانی‌های موردبررسی را در host، گروه حذفی را در groupId یا ترتیب را در order بفرستید.',
  'link.failed': 'لینک ساخته نشد: {reason}.',
  'link.no-host': 'نام میزبان این پنل معلوم نیست. آن را در تنظیمات بنویسید.',
  'link.no-port': 'ورودی روی پورتی که کاربر بتواند به آن وصل شود گوش نمی‌دهد.',
  'link.no-links': 'کاربران برای {protocol} لینک ندارند.',
  'link.no-id': 'کاربر id ندارد. کاربر را دوباره ذخیره کنید تا ساخته شود.',
  'link.no-password': 'کاربر گذرواژه ندارد. کاربر را دوباره ذخیره کنید تا ساخته شود.',
  'link.no-auth': 'کاربر auth ندارد. کاربر را دوباره ذخیره کنید تا ساخته شود.',
  'link.no-cipher': 'ورودی رمز ندارد.',
  'link.key-misfit': 'یکی از کلیدها با رمز {method} نمی‌خواند.',
  'link.no-reality-key': 'تنظیمات Reality کلید عمومی ندارد. جفت کلید را دوباره بسازید و ذخیره کنید.',
  'link.transport-unknown': 'کاربران انتقال «{network}» را نمی‌شناسند.',
  'link.reality-undialable':
    'برنامه‌ها نمی‌توانند پشت Reality به {network} وصل شوند. به آن انتقال RAW، gRPC یا XHTTP بدهید، یا آن را پشت یک ورودی با TLS بگذارید.',
  'link.master-shared':
    'ورودی فرزند دیگری از همان ورودی اصلی اتصال‌هایش را می‌گیرد. ورودی اصلی جداگانه‌ای به آن بدهید.',
}
