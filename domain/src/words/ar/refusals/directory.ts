import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': 'أدخل عنوان خادم الدليل.',
  'directory.no-base': 'أدخل Base DN: الجزء الذي يُبحث فيه من الدليل.',
  'directory.bind-refused': 'رفض الدليل Bind DN أو كلمة مروره.',
  'directory.unreachable': 'لا يمكن الوصول إلى الدليل في {host}: {reason}.',
  'directory.certificate': 'شهادة {host} غير موثوقة: {reason}. أدخل ملف سلطة الشهادات لديك أو صحّح الخادم.',
  'directory.ca-unreadable': 'تعذّرت قراءة ملف سلطة الشهادات {file}: {reason}.',
  'directory.too-slow': 'لم يُجب الدليل خلال {seconds} ثانية. لم يتغير أحد.',
  'directory.too-much':
    'أرسل الدليل بيانات أكثر مما تحويه قائمة أشخاص، لذلك لم يتغير أي عميل. ضيّق المرشّح أو Base DN.',
  'directory.too-large': 'وجد الدليل أكثر من {max} شخصاً. ضيّق المرشّح أو Base DN.',
  'directory.search-failed': 'رفض الدليل البحث: {reason}.',
  'directory.empty': 'لم يجد الدليل أحداً، فلم يتغير أحد. تحقق من المرشّح و Base DN والسمة.',
  'directory.no-inbounds': 'يحتاج العملاء الجدد إلى مدخل. أدخل وسوم مداخلهم.',
  'directory.tags-unknown': 'لا يوجد مدخل بالوسم {tags}.',
  'directory.held-shrunk': 'وجد الدليل {people} شخصاً، وكانوا {before}. أكّد إن كان ذلك صحيحاً.',
  'directory.held-many': 'سيغيّر هذا {count} عميلاً دفعة واحدة، أكثر من {most}. أكّد إن كان ذلك صحيحاً.',
  'directory.held-share':
    'سيغيّر هذا {count} من {all} عميلاً دفعة واحدة، أكثر من {percent}٪. أكّد إن كان ذلك صحيحاً.',
  'directory.nothing-held': 'لا توجد تغييرات بانتظار التأكيد.',
  'directory.plan-changed': 'تغيّر الدليل منذ عرض هذه التغييرات. راجع القائمة الجديدة وأكّدها.',
}
