import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': 'هنوز حساب {service} وجود ندارد: نخست ثبت‌نام کنید.',
  'tunnel.refused': '{service} این را نپذیرفت: {reason}.',
  'tunnel.bad-answer': '{service} پاسخی داد که این پنل نمی‌فهمد.',
  'tunnel.key-invalid': 'این کلید WireGuard نیست. ۴۴ نویسه‌ای را که به «=» پایان می‌یابد بچسبانید.',
  'tunnel.country-invalid': 'کشوری انتخاب کنید: countryId شمارهٔ آن است.',
  'tunnel.token-missing': 'توکن دسترسی حساب {service} خود را بنویسید.',
  'tunnel.license-missing': 'کلید مجوز را بنویسید.',
  'tunnel.server-invalid':
    'سروری انتخاب کنید: hostname، station و publicKey باید از یکی از سرورهای فهرست باشند.',
}
