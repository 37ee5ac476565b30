import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    'Xray {version} نصب نشد، چون چیزی که امروز کار می‌کند از کار می‌افتاد: {reasons}. نخست آن را درست کنید، یا force را همراه نصب بفرستید.',
  'preflight.config-fails':
    'Xray {version} پیکربندی را نمی‌پذیرد: {reason}. کاربرانی که اتصالشان را از دست می‌دادند: {count}.',
  'preflight.inbound-fails':
    'ورودی {inbound} در Xray {version} کار نمی‌کرد: {reason}. کاربرانی که آن را از دست می‌دادند: {count} ({names}).',
  'preflight.inbound-fails-idle': 'ورودی {inbound} در Xray {version} کار نمی‌کرد: {reason}.',
  'preflight.outbound-fails': 'خروجی {outbound} در Xray {version} کار نمی‌کرد: {reason}.',
  'preflight.and-more': '{emails} و دیگران.',
  'preflight.no-answer': 'کاربر وصل می‌شود و پاسخی از راه آن نمی‌گیرد.',
  'preflight.no-answer-because': 'کاربر پاسخی از راه آن نمی‌گیرد: {reason}.',
  'preflight.untried-tun': 'یک دستگاه TUN را نمی‌توان کنار دستگاه در حال استفاده آزمود.',
  'preflight.untried-no-key': 'پنل کلید خصوصی هیچ همتایی را ندارد، پس نمی‌تواند مانند همتا وصل شود.',
  'preflight.app-core-fails':
    'برنامه‌های دارای هستهٔ {core} امروز از {inbounds} می‌گذرند و در Xray {version} نمی‌گذشتند. کاربرانی که آنجا چنین برنامه‌ای دارند: {count}.',
  'preflight.reality':
    '{count} کاربر با {apps} در {inbounds} وصل نمی‌شوند: کمینهٔ نسخهٔ برنامه (minClientVer) را آنجا 1.0.0 بگذارید.',
  'preflight.reality-one':
    'یک کاربر با {apps} در {inbounds} وصل نمی‌شود: کمینهٔ نسخهٔ برنامه (minClientVer) را آنجا 1.0.0 بگذارید.',
  'preflight.reality-now':
    'کاربران با {apps} ({count}) امروز هم به {inbounds} وصل نمی‌شوند: کمینهٔ نسخهٔ برنامه (minClientVer) را آنجا 1.0.0 بگذارید.',
  'preflight.reality-nobody':
    'برنامه‌های دارای هستهٔ mihomo یا sing-box به {inbounds} وصل نمی‌شوند و در ۳۰ روز گذشته هیچ کاربری از آن‌ها استفاده نکرده است. برای راه دادن به آن‌ها، کمینهٔ نسخهٔ برنامه (minClientVer) را آنجا 1.0.0 بگذارید.',
  'preflight.post-quantum-only':
    '{inbounds} تنها X25519MLKEM768 را می‌پذیرد که برنامه‌های قدیمی ندارند. اگر برخی از {clients} کاربر آن وصل نمی‌شوند، X25519 را به منحنی‌هایش بیفزایید.',
  'preflight.shadowsocks-none':
    'Xray 26.7.11 و تازه‌تر Shadowsocks بدون رمزنگاری ندارند: رمز دیگری برای {inbounds} برگزینید. کاربران آن: {clients}.',
  'preflight.xhttp-session':
    'Xray پیش از 26.6.22 نام‌های نشست XHTTP در {inbounds} را نمی‌شناسد: نسخهٔ تازه‌تری برگزینید یا آن‌ها را پاک کنید. کاربران آن: {clients}.',
  'preflight.private-targets':
    'از Xray 26.5.3 به بعد، {outbounds} کاربران را به نشانی‌های خصوصی نمی‌رساند. اگر به آن‌ها نیاز است، finalRules را به آن بیفزایید.',
  'core.switch-api-silent': 'API آن پاسخ نمی‌دهد.',
  'core.switch-inbound-lost': 'ورودی {inbound} دیگر اتصال نمی‌پذیرد.',
  'core.rolled-back': 'Xray {version} کار نکرد، پس Xray {previous} دوباره اجرا می‌شود: {reason}.',
  'core.rollback-failed':
    'Xray {version} کار نکرد: {reason}. Xray {previous} به جای خود برگشت و آن هم اجرا نمی‌شود: {why}.',
}
