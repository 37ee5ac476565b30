import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': 'ليس لهذه اللوحة نواة خاصة، لأن SLUICE_CORE_BIN هو none.',
  'core.bin-configured': 'يحدد SLUICE_CORE_BIN نواة هذه اللوحة. غيّره أو أزله ثم ثبّت.',
  'core.version-invalid': '«{text}» ليس إصدارًا من Xray. اكتبه مثل {example}.',
  'core.version-too-old': 'Xray {version} قديم جدًا لهذه اللوحة. استخدم {oldest} أو أحدث.',
  'core.version-differs': 'يجب أن يكون البرنامج Xray {version}، لكنه يقول إنه {found}.',
  'core.release-unlisted': 'Xray {version} ليس بين الإصدارات التي يمكن لهذه اللوحة تثبيتها.',
  'core.install-going-on': 'يجري تثبيت آخر للنواة. انتظر حتى ينتهي.',
  'core.other-install': 'يجري تثبيت Xray {version}. انتظر ثم أعد المحاولة.',
  'core.no-build-for-processor': 'لا نواة لمعالج {arch}. حدد برنامجك في SLUICE_CORE_BIN.',
  'core.binary-not-startable': 'لا يمكن تشغيل {binary} كنواة: {reason}.',
  'core.binary-no-version-in-time': 'لم يذكر {binary} إصداره خلال {seconds} ث.',
  'core.binary-not-xray': '{binary} ليس Xray: لم يذكر إصدارًا.',
  'core.build-no-module': 'ليس في {folder} ملف go.mod للنواة.',
  'core.build-too-slow': 'لم ينته Go خلال {minutes} دقيقة.',
  'core.build-cancelled': 'أُلغي البناء.',
  'core.build-failed': 'لم يستطع Go بناء النواة: {reason}.',
  'core.hash-malformed': 'اكتب 64 محرفًا ست عشريًا لبصمة SHA-256 للأرشيف.',
  'core.hash-unknown':
    'لا تعرف اللوحة بنفسها SHA-256 للملف {asset} من Xray {version}؛ ويذكر الإصدار {hash}. قارنه بـ https://github.com/XTLS/Xray-core/releases/tag/v{version} وأكّده: أرسله باسم "sha256" مع التثبيت، أو نفّذ: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} ليس الإصدار الذي تثبّته هذه اللوحة ({pinned})؛ ويذكر الإصدار للملف {asset} بصمة SHA-256 هي {hash}. قارنها بـ https://github.com/XTLS/Xray-core/releases/tag/v{version} وأكّدها: أرسلها باسم "sha256" مع التثبيت، أو نفّذ: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'بصمة SHA-256 للملف {asset} من Xray {version} هي {known} لا {given}.',
  'core.hash-mismatch': 'بصمة SHA-256 للملف {asset} من {version} هي {found} لا {expected}، لذا لم يُثبَّت.',
  'core.release-without-hash': 'ليس في الإصدار {version} بصمة SHA-256 للملف {asset}، لذا لم يُثبَّت.',
  'core.archive-encrypted': 'أرشيف النواة مشفّر.',
  'core.archive-link': 'في أرشيف النواة رابط مكان البرنامج.',
  'core.archive-too-large': 'النواة في الأرشيف أكبر من المسموح.',
  'core.archive-unreadable': 'تعذّرت قراءة أرشيف النواة: {reason}.',
  'core.archive-broken': 'أرشيف النواة تالف: {reason}.',
  'core.archive-without-xray': 'ليس في أرشيف النواة ملف باسم xray.',
  'core.cache-unusable':
    'لا يمكن حفظ النواة في الذاكرة المخبأة: {reason}. احذفها أو اضبط XDG_CACHE_HOME على مجلد لك.',
  'core.path-is-link': '{path} رابط.',
  'core.path-of-other-user': '{path} ملك مستخدم آخر.',
  'core.path-open': 'يستطيع مستخدمون آخرون الكتابة في {path}.',
  'core.cache-changed': 'تغيّر {path} أثناء النسخ. أعد المحاولة.',
  'core.open-to-others':
    'لم تُشغَّل النواة: {reason}. اسمح لمالكها وحده بالكتابة هناك وثبّتها من جديد (sluice core install)، أو حدد نواتك في SLUICE_CORE_BIN.',
  'core.replaced':
    'لم تُشغَّل النواة: {binary} ليس ما ثُبّت (بصمته {found} لا {expected}). ثبّتها من جديد (sluice core install)، أو حدد نواتك في SLUICE_CORE_BIN.',
  'core-step.building': 'بناء Xray باستخدام Go: من دقيقة إلى خمس دقائق في المرة الأولى.',
  'core-step.fetching-modules': 'جلب الوحدات ({count} حتى الآن).',
  'core-step.release-failed': 'تعذّر الحصول على الإصدار: {failures}.',
  'core.release-failed': 'الإصدار: {reason}.',
  'core.go-failed': 'البناء بـ Go: {reason}.',
  'core-step.downloading': 'تنزيل Xray {version} ({asset}).',
  'core-step.downloaded': 'تنزيل Xray {version}: {percent} %.',
  'core-step.checking': 'التحقق من SHA-256.',
  'core-step.unpacking': 'فك الضغط.',
  'core-step.copying': 'النسخ إلى {path}.',
  'core-step.installed': 'ثُبّت Xray {version}.',
  'core.not-installed':
    'تعذّر تثبيت Xray {version}. {failures}. تحقق من الشبكة وأعد المحاولة، أو ثبّت نواة من ملف (`sluice core install -file PATH` أو الرئيسية، إصدار النواة)، أو حدد برنامجك في SLUICE_CORE_BIN.',
  'core.pinned-not-installed':
    'تعذّر تثبيت Xray {version}. {failures}. تحقق من شبكة هذا الخادم ومن DNS فيه، أو حدد في GOPROXY مرآة لوحدات Go؛ أو ثبّت نواة من ملف (`sluice core install -file PATH` أو الرئيسية، إصدار النواة).',
  'core.go-archive-broken': 'تعذّر فك ضغط أرشيف Go: {reason}.',
  'core.go-hash-mismatch': 'بصمة Go {go} من {host} هي {found} وليست {expected}، لذلك لا يُستخدم.',
  'core.go-proxy-none': 'لا يذكر GOPROXY خادمًا لديه Go. اضبطه على عنوان مثل https://proxy.golang.org.',
  'core.go-unknown-for-processor': 'ليس لدى اللوحة إصدار مثبّت من Go {go} لمعالج {arch}. ثبّت Go 1.26 أو أحدث.',
  'core-step.go-needed':
    'يُبنى Xray {version} هنا مرة واحدة من مصادر مثبّتة: من دقيقتين إلى عشر دقائق. يُنزَّل Go {go} ({megabytes} ميغابايت) لذلك ثم يُحذف.',
  'core-step.go-downloaded': 'تنزيل Go {go}: {percent} %.',
  'core-step.go-unpacking': 'التحقق من Go {go} وفك ضغطه.',
  'core-step.built': 'بناء Xray: {percent} % ({done} من {total} حزمة).',
  'core.file-unknown': 'لا يوجد ملف مرفوع بصمته SHA-256 هي {hash}. ارفعه من جديد.',
  'core.file-needs-hash': 'أرسل بصمة SHA-256 للملف الذي قارنته باسم "sha256".',
  'core.file-not-a-core': 'الملف ليس أرشيف إصدار من Xray (.zip) وليس برنامجًا لنظام لينكس.',
  'core.file-unconfirmed':
    'بصمة SHA-256 للملف {name} هي {hash}. قارنها بمصدر الملف، ثم شغّل الأمر من جديد مع -sha256 {hash}.',
}
