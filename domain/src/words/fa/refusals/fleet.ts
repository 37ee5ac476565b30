import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign': 'گره ورودی‌ای از خودش با برچسب {tag} دارد. برچسب یکی از دو را عوض کنید.',
  'fleet.client-foreign': 'گره کاربری از خودش به نام {email} دارد. نام یکی از دو را عوض کنید.',
  'fleet.inbound-not-there': 'ورودی آن هنوز روی گره نیست.',
  'fleet.node-disabled': 'گره غیرفعال است. پس از فعال شدن آنچه ندارد می‌گیرد.',
  'fleet.not-kept': 'گره آن را پذیرفت ولی هنوز چیز دیگری نشان می‌دهد: {fields}.',
}
