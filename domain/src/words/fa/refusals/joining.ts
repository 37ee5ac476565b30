import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one':
    'این رشتهٔ پیوستن نیست. با sluice-join: آغاز می‌شود و «sluice node invite» روی گره آن را چاپ می‌کند.',
  'join.damaged': 'رشتهٔ پیوستن آسیب دیده است: بخشی از آن گم یا عوض شده. همهٔ خط را دوباره رونوشت کنید.',
  'join.other-version':
    'این رشتهٔ پیوستن را نسخهٔ دیگری از Sluice ساخته است (v{version}). این پنل را به‌روز کنید یا نشانی و توکن را بنویسید.',
  'adoption.node-disabled': 'گره غیرفعال است. برای دیدن موجودی‌اش آن را فعال کنید.',
  'adoption.already-here': 'همین حالا هم برای این پنل است.',
  'adoption.being-removed': 'این پنل آن را حذف کرده و از گره برمی‌دارد.',
  'adoption.inbound-stays': 'هیچ‌یک از ورودی‌هایش به این پنل نمی‌آید.',
  'adoption.not-chosen': 'انتخاب نشد و برای گره می‌ماند.',
  'adoption.not-there': 'دیگر روی گره نیست.',
  'adoption.on-its-node': 'روی گره‌ای زیر آن گره کار می‌کند.',
  'adoption.protocol-stays': 'این پنل ورودی {protocol} روی گره نمی‌گذارد.',
  'adoption.protocol-unknown': 'این پنل پروتکل {protocol} را نمی‌شناسد.',
  'adoption.tag-wanted': 'ورودی‌ای از این پنل با برچسب {tag} باید روی گره برود. برچسب یکی از دو را عوض کنید.',
  'adoption.tag-taken': 'ورودی‌های این پنل برچسب‌های {tag} و {other} را دارند. یکی را عوض کنید.',
  'adoption.settings-unknown': 'این پنل تنظیماتش را نمی‌پذیرد: {reason}.',
  'adoption.client-differs':
    'این پنل کاربری با همین نام و اعتبارنامهٔ دیگر دارد ({fields}). نام یکی از دو را عوض کنید.',
  'adoption.client-inconsistent':
    'این کاربر روی ورودی‌های گره اعتبارنامه‌های گوناگون دارد. نخست روی گره یکسانشان کنید.',
  'adoption.client-refused': 'این پنل آن را نمی‌پذیرد: {reason}.',
  'adoption.credential-unusable': 'اعتبارنامه‌اش روی ورودی {tag} درست نیست. نخست روی گره عوضش کنید.',
  'leave.away':
    'گره پاسخ نمی‌دهد ({reason})، پس چیزی را نمی‌توان از آن برداشت. وقتی برگشت دوباره تلاش کنید، یا آن را حذف کنید و همه‌چیز رویش بماند.',
  'leave.unfinished':
    '{count} چیز از این پنل هنوز روی گره است: {reason}. دوباره تلاش کنید، یا گره را حذف کنید و رویش بماند.',
  'leave.disabled': 'غیرفعال است.',
  'leave.no-answer': 'دلیلش را نگفته است.',
  'leave.unknown': 'یکی از keep یا remove را انتخاب کنید.',
}
