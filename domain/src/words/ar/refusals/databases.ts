import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours': '{where} ليس قاعدة بيانات لـ Sluice؛ لم يتغير شيء. بيانات لوحة أخرى تُجلب بالاستيراد.',
  'database.value-unfit':
    'يحتوي {column} على «{value}»، وهو لا يصلح هناك. صحّح هذا الصف في المصدر وأعد المحاولة: لم يتغير شيء.',
  'database.disk-full': 'لا مساحة متبقية حيث يُكتب {where}. أفرغ مساحة وأعد المحاولة: لم يتغير شيء.',
  'database.copy-failed': 'تعذّر نسخ قاعدة البيانات إلى {where} ({reason})؛ لم يتغير شيء.',
  'database.copy-differs':
    'نسخة الجدول {table} في {where} لا تطابق الأصل ({written} صف مقابل {read})؛ لم يتغير شيء. أعد المحاولة، وافحص القرص إن تكرر ذلك.',
  'database.source-changed':
    'كتب برنامج آخر في {where} أثناء نسخه؛ لم يتغير شيء. أوقف ذلك البرنامج وأعد المحاولة.',
}
