import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': 'نشانی سرور دایرکتوری را بنویسید.',
  'directory.no-base': 'Base DN را بنویسید: بخشی از دایرکتوری که باید جست‌وجو شود.',
  'directory.bind-refused': 'دایرکتوری Bind DN یا گذرواژهٔ آن را نپذیرفت.',
  'directory.unreachable': 'دایرکتوری در {host} در دسترس نیست: {reason}.',
  'directory.certificate':
    'گواهی {host} مورد اعتماد نیست: {reason}. پروندهٔ CA خود را بدهید یا سرور را درست کنید.',
  'directory.ca-unreadable': 'پروندهٔ CA ‏{file} خوانده نمی‌شود: {reason}.',
  'directory.too-slow': 'دایرکتوری تا {seconds} ثانیه پاسخ نداد. کسی تغییر نکرد.',
  'directory.too-much':
    'دایرکتوری بیش از اندازهٔ یک فهرست افراد داده فرستاد، پس هیچ کاربری تغییر نکرد. فیلتر یا Base DN را محدودتر کنید.',
  'directory.too-large': 'دایرکتوری بیش از {max} نفر یافت. فیلتر یا Base DN را محدودتر کنید.',
  'directory.search-failed': 'دایرکتوری جست‌وجو را نپذیرفت: {reason}.',
  'directory.empty': 'دایرکتوری کسی را نیافت، پس کسی تغییر نکرد. فیلتر، Base DN و ویژگی را بررسی کنید.',
  'directory.no-inbounds': 'کاربران تازه به ورودی نیاز دارند. برچسب ورودی‌های آن‌ها را وارد کنید.',
  'directory.tags-unknown': 'هیچ ورودی‌ای برچسب {tags} ندارد.',
  'directory.held-shrunk': 'دایرکتوری {people} نفر یافت و پیش‌تر {before} نفر. اگر درست است تأیید کنید.',
  'directory.held-many': 'این کار {count} کاربر را یک‌جا تغییر می‌دهد، بیش از {most}. اگر درست است تأیید کنید.',
  'directory.held-share':
    'این کار {count} از {all} کاربر را یک‌جا تغییر می‌دهد، بیش از {percent}٪. اگر درست است تأیید کنید.',
  'directory.nothing-held': 'هیچ تغییری منتظر تأیید نیست.',
  'directory.plan-changed':
    'دایرکتوری پس از نمایش این تغییرها عوض شده است. فهرست تازه را بررسی و تأیید کنید.',
}
