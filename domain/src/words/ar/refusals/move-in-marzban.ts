import type { moveInMarzban as english } from '#domain/refusals/move-in-marzban.ts'
import type { Refused } from '../../files.ts'

export const moveInMarzban: Refused<typeof english> = {
  'marzban.two-clients':
    'لا يتسع عميل واحد لكل أسرار بعض المستخدمين، مثل معرّفين مختلفين لـ VMess وVLESS. يُستورد كل منهم كعميلين باشتراك واحد، ويحصل كل منهما على الحصة كاملة: {names} (المجموع {count}).',
  'marzban.reset-strategy':
    'كان يُصفَّر استهلاك بعض المستخدمين وفق الجدول «{strategy}» الذي لا يُستورد. صفِّر استهلاكهم هنا في موعده: {names} (المجموع {count}).',
  'marzban.name-changed': 'هذا الاسم لا يصلح هنا أو يحمله عميل آخر. سيُستورد باسم {email}.',
  'marzban.user-nameless': 'المستخدم رقم {id} بلا اسم ولن يُستورد.',
  'marzban.status-unknown': 'الحالة {status} غير معروفة. يُستورد العميل معطّلًا.',
  'marzban.hold-rounded':
    'تُحسب المدة من أول استخدام هنا بالأيام الكاملة. قُرّبت إلى الأعلى لـ {names} (المجموع {count}).',
  'marzban.hold-timeout':
    'كان لبعض المستخدمين المعلّقين تاريخ تبدأ عنده مدتهم. هنا تبدأ مع أول استخدام فقط: {names} (المجموع {count}).',
  'marzban.secret-unusable': 'لا تستطيع النواة استخدام سر {protocol}. سيحصل العميل على سر جديد.',
  'marzban.note-cut': 'تُقتطع الملاحظات بعد {max} حرفًا: {names} (المجموع {count}).',
  'marzban.flow-unknown': 'قيمة flow غير معروفة: {flow}. يُستورد العميل بدونها.',
  'marzban.cipher-differs':
    'يشترك كل عملاء المدخل {tag} هنا في الخوارزمية {method}. تتغير روابط Shadowsocks لمن كانت لديهم خوارزمية أخرى: {names} (المجموع {count}).',
  'marzban.cipher-single-user':
    'الخوارزمية 2022-blake3-chacha20-poly1305 تخدم مستخدمًا واحدًا. لن يُربط أي عميل بهذا المدخل.',
  'marzban.key-lengths':
    'للعميل مفتاح Shadowsocks واحد، والمدخل {tag} يحتاج طولًا آخر. لم يُربط به: {names} (المجموع {count}).',
  'marzban.several-groups':
    'للعميل مجموعة واحدة هنا. من كان في عدة مجموعات يحتفظ بالأولى ويبقى على مداخل جميعها: {names} (المجموع {count}).',
  'marzban.no-core-config':
    'بدون إعدادات النواة لا تُستورد مداخل ولا يُربط أي عميل. أضف الملف الذي يسميه XRAY_JSON، وهو عادةً xray_config.json.',
  'marzban.core-config-unreadable':
    'إعدادات النواة ليست كائن JSON، لذا لا تُستورد مداخل. تأكد أنه الملف الذي يسميه XRAY_JSON.',
  'marzban.core-kind': 'لا تُستورد نواة من النوع {kind}. تُستورد إعدادات Xray فقط.',
  'marzban.inbound-in-template':
    'هذا المدخل ({protocol}) بلا مستخدمين من اللوحة. يصبح جزءًا من قالب النواة إن استورد.',
  'marzban.inbound-tag': 'المدخل {protocol} على المنفذ {port} بلا وسم أو وسمه محجوز. لن يُستورد.',
  'marzban.inbound-twice': 'مدخل آخر له الوسم نفسه. يُستورد الأول فقط.',
  'marzban.inbound-port': 'هذا المدخل لا يستمع على منفذ ثابت واحد ولن يُستورد.',
  'marzban.inbound-users':
    'المستخدمون المكتوبون في إعدادات النواة نفسها لا يُستوردون (المجموع {count}). يُستورد من في قاعدة البيانات فقط.',
  'marzban.private-ranges': 'قواعد التوجيه تكتب النطاقات الخاصة كعناوين، فلا حاجة إلى ملف geo.',
  'marzban.host-remark':
    'تُحذف المتغيرات من أسماء المضيفين. عيّن قالب اسم لكل الروابط في الإعدادات، الاشتراك: {names} (المجموع {count}).',
  'marzban.host-variable': 'النص {text} يختلف من مستخدم لآخر ولن يُستورد.',
  'marzban.host-star': 'كان {from} عشوائيًا في كل رابط. هنا تستخدم كل الروابط {to}.',
  'marzban.host-list': 'كان في كل رابط قيمة عشوائية من عدة قيم ({column}). هنا تستخدم كل الروابط {first}.',
  'marzban.host-extra': 'هذا الجزء من المضيف لا يُستورد: {column}.',
  'marzban.host-inbound': 'هذا المضيف يتبع المدخل {tag} الذي لا يُستورد.',
  'marzban.host-server':
    'هذا المضيف للمدخل {tag} يستخدم عنوان الخادم نفسه، وهو غير معروف. عيّن المضيف العام في الإعدادات قبل الاستيراد أو أضف المضيف بعده.',
  'marzban.admin-limited':
    'لكل حساب دخول هنا جميع الصلاحيات، لذا لا يُستورد المشرفون ذوو الصلاحيات الأقل: {names} (المجموع {count}).',
  'marzban.admin-password': 'كلمة مرور هذا المشرف غير محفوظة بـ bcrypt. لن يُستورد الحساب.',
  'marzban.nodes':
    'تشغّل العقد برنامج اللوحة الأخرى ولا تُستورد. ثبّت لوحة على كل منها وأضفها كعقدة: {names} (المجموع {count}).',
  'marzban.rows': 'صفوف الجدول {table} لا تُستورد (المجموع {count}). لا مقابل لها هنا.',
  'marzban.no-secret':
    'لا يوجد في قاعدة البيانات مفتاح لروابط الاشتراك، لذا لن تعمل الروابط القديمة. أعطِ العملاء روابطهم الجديدة.',
  'marzban.urls':
    'تستمر روابط الاشتراك القديمة تحت {path} بالعمل على منفذ الاشتراكات. وجّه اسم المضيف والمنفذ القديمين إليه.',
}
