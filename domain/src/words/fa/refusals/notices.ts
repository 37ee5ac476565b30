import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': 'تا سه روز تحویل داده نشد و کنار گذاشته شد.',
  'notice.outlet-off': 'پیش از فرستادن، این مسیر خاموش شد.',
  'notice.outlet-unknown':
    'مسیری به نام {name} نیست. home، email، telegram یا webhook: و شناسهٔ آن را به کار ببرید.',
  'notice.outlet-not-ready': 'مسیر {name} خاموش است. نخست آن را روشن کنید و تنظیماتش را ذخیره کنید.',
  'notice.delivery-missing': 'چنین تحویلی نیست: تحویل\u200cهای کهنه پس از یک ماه پاک می\u200cشوند.',
  'notice.webhook-missing': 'وب\u200cهوک {id} وجود ندارد.',
  'notice.webhook-too-many': 'بیش از {max} وب\u200cهوک ممکن نیست. نخست یکی را پاک کنید.',
  'notice.webhook-secret': 'رمزی از ۱۶ تا ۲۵۶ نویسهٔ دیدنی بنویسید یا خالی بگذارید.',
  'notice.mail-incomplete': 'نخست {missing} را پر کنید: ایمیل به آن نیاز دارد.',
  'notice.mail-address':
    '{address} نشانی ایمیل نیست. نشانی\u200cای مانند me@example.com بنویسید؛ چند نشانی را با ویرگول جدا کنید.',
  'notice.mail-login': 'سرور ایمیل {host} نام کاربری و گذرواژه را نپذیرفت: {answer}.',
  'notice.mail-refused': 'سرور ایمیل {host} ایمیل را نپذیرفت: {answer}.',
  'notice.mail-no-tls':
    'سرور ایمیل {host} از STARTTLS پشتیبانی نمی\u200cکند. TLS را برگزینید، یا در شبکه\u200cای که به آن اعتماد دارید بدون رمزنگاری.',
  'notice.mail-no-answer': 'سرور ایمیل {host} به\u200cموقع پاسخ نداد، یا سرور ایمیل نیست.',
  'setting.time': 'ساعتی مانند 22:30 بنویسید یا خالی بگذارید.',
}
