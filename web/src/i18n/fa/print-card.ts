import type { printCard as english } from '../en/print-card.ts'
import type { Words } from '../files.ts'

export const printCard: Words<typeof english> = {
  'card.scan':
    'این کد را با دوربین گوشی اسکن کنید یا نشانی را در مرورگر باز کنید. صفحه‌ای که باز می‌شود برنامه‌های دستگاه شما را دارد و اتصال را برایتان اضافه می‌کند.',
  'card.app':
    'v2rayNG یا Hiddify (اندروید)، Streisand یا Hiddify (آیفون)، یا v2rayN یا Hiddify (رایانه) را نصب کنید. این کد را در برنامه اسکن کنید و وصل شوید.',
  'card.address': 'نشانی اشتراک:',
  'card.private': 'این کارت را به کسی ندهید. هر کس این کد را داشته باشد می‌تواند از اتصال شما استفاده کند.',
}
