import type { inbounds as english } from '#domain/refusals/inbounds.ts'
import type { Refused } from '../../files.ts'

export const inbounds: Refused<typeof english> = {
  'inbound.missing': 'لا يوجد مدخل بالمعرّف {id}.',
  'inbound.protocol-unknown': 'اختر أحد هذه البروتوكولات: {values}.',
  'inbound.network-unfit': 'اختر واحدًا من {values} لـ {protocol}.',
  'inbound.security-unfit': 'اختر واحدًا من {values} لـ {protocol} عبر {network}.',
  'inbound.window-below-mtu': 'استخدم {mtu} بايت على الأقل، أي حجم حزمة واحدة (MTU)، أو 0 للنافذة المعتادة.',
  'inbound.key-length': 'استخدم مفتاحًا من {bytes} بايت بترميز base64 لـ {method}.',
  'inbound.listen-invalid': 'حدد عنوان IP، أو اتركه فارغًا للكل، أو مسار مقبس يبدأ بـ / أو @.',
  'inbound.port-taken':
    'المنفذ {port} ({layers}) يستخدمه المدخل «{remark}» (#{id}). اختر منفذًا أو عنوانًا آخر.',
  'inbound.socket-taken': 'المسار {path} يستخدمه المدخل «{remark}» (#{id}). اختر عنوانًا آخر.',
  'inbound.port-of-panel': 'تستمع اللوحة نفسها على المنفذ {port}. اختر منفذًا آخر.',
  'inbound.port-of-subscriptions': 'يستمع خادم الاشتراكات على المنفذ {port}. اختر منفذًا آخر.',
  'inbound.port-in-use': 'المنفذ {port} ({layer}) يستخدمه {holder}. أوقف ذلك البرنامج أو اختر منفذًا آخر.',
  'inbound.address-not-here':
    'ليس لهذا الجهاز العنوان {listen}. اتركه فارغًا لكل العناوين، أو حدد أحد عناوينه.',
  'inbound.path-in-use': 'المسار {path} يستخدمه {holder}. أوقف ذلك البرنامج أو استخدم مسارًا آخر.',
  'inbound.folder-missing': 'لا يوجد مجلد {folder} للمقبس. أنشئه أو استخدم مسارًا آخر.',
  'inbound.path-no-socket': 'المسار {path} موجود وليس مقبسًا. استخدم مسارًا آخر.',
  'inbound.core-could-not-open': 'لم تستطع النواة فتحه.',
  'inbound.core-refuses': 'ترفضه النواة: {reason}.',
  'inbound.not-open': 'المدخل {inbound} غير مفتوح: {reason}.',
  'inbound.tag-invalid': 'استخدم 254 محرفًا على الأكثر للوسم، بلا > أو محارف تحكم.',
  'inbound.tag-reserved': 'تستخدم اللوحة نفسها الوسم {tag}. اختر غيره أو اتركه فارغًا.',
  'inbound.no-free-tag': 'لم يبق وسم متاح للمنفذ {port}. أعط المدخل وسمًا خاصًا.',
  'inbound.clients-not-list': 'حدد العملاء في قائمة.',
  'inbound.not-on-node': 'احذف nodeId: لا يعمل {protocol} على عقدة.',
  'inbound.node-missing': 'لا توجد عقدة بالمعرّف {id}.',
  'inbound.path-start': 'يجب أن يبدأ المسار بـ /.',
  'inbound.path-white-space': 'احذف المسافات من المسار.',
  'inbound.path-query': 'احذف من المسار # وكل ما بعد ? عدا ed=.',
  'inbound.short-id': 'استخدم عددًا زوجيًا من الأرقام الست عشرية لكل معرّف قصير، 16 على الأكثر.',
  'inbound.client-version': 'استخدم إصدارًا من ثلاثة أجزاء على الأكثر، كل منها من 0 إلى 255.',
  'inbound.header-host': 'احذف الترويسة Host واستخدم حقل المضيف.',
  'inbound.more-than-zero': 'استخدم قيمة أكبر من 0.',
  'inbound.cipher-single-user':
    'يخدم 2022-blake3-chacha20-poly1305 مستخدمًا واحدًا فقط، فلا يمكن إضافة عملاء. اختر 2022-blake3-aes-128-gcm أو 2022-blake3-aes-256-gcm.',
  'inbound.certificate-missing':
    'المدخل بـ TLS يحتاج إلى شهادة ومفتاحها: بدونهما لا يستطيع أحد الاتصال. أدخل الملفين أو الصق محتواهما.',
  'fallback.dest-invalid': 'حدد منفذًا أو host:port أو مسار مقبس يبدأ بـ / أو @.',
  'fallback.child-missing': 'لا يوجد مدخل {id} للرجوع إليه.',
  'fallback.child-elsewhere':
    'يعمل المدخل الفرعي على جهاز آخر. اختر مدخلًا على الجهاز نفسه، أو حدد وجهة (dest).',
  'fallback.child-not-tcp': 'البديل اتصال TCP. اختر مدخلًا فرعيًا يستمع على TCP.',
  'fallback.no-target': 'اختر مدخلًا فرعيًا أو حدد وجهة (dest).',
  'fallback.itself': 'لا يمكن للمدخل أن يكون بديلًا لنفسه.',
  'fallback.loop': 'المدخل الفرعي يرجع إلى هذا المدخل بالفعل. اختر غيره لتجنب الحلقة.',
  'fallback.master-unfit': 'تحتاج البدائل إلى مدخل VLESS أو Trojan على TCP مع TLS أو Reality.',
  'fallback.decryption': 'لا تدعم النواة البدائل مع تشفير VLESS. اضبط decryption على none.',
  'fallback.reality-undialable':
    'لا تستطيع التطبيقات الاتصال بـ {network} خلف Reality. استخدم RAW أو gRPC أو XHTTP للمدخل #{child}، أو ضعه خلف مدخل بـ TLS.',
  'fallback.reality-shared':
    'خلف Reality يمكن الوصول إلى مدخل واحد فقط بلا مسار خاص (RAW وgRPC وXHTTP)، وصف آخر يأخذ اتصالات #{child}. ضعه خلف مدخل آخر.',
  'fallback.two-h2':
    'هذا المدخل و#{other} كلاهما يستخدم HTTP/2 (gRPC وXHTTP) تحت مدخل رئيسي واحد لا يميّز بينهما. أعط أحدهما مدخلًا رئيسيًا خاصًا أو صفًا بـ SNI آخر.',
  'host.group-missing': 'لا توجد مجموعة عناوين بالمعرّف {id}.',
  'host.port-invalid': 'استخدم منفذًا من 1 إلى 65535، أو 0 لمنفذ المدخل نفسه.',
  'host.name-invalid': '«{name}» ليس اسم مضيف ولا عنوانًا.',
  'host.review-empty':
    'أرسل العناوين المراد مراجعتها في host، أو المجموعة المراد حذفها في groupId، أو الترتيب في order.',
  'link.failed': 'تعذّر إنشاء الرابط: {reason}.',
  'link.no-host': 'اسم مضيف هذه اللوحة غير معروف. حدده في الإعدادات.',
  'link.no-port': 'لا يستمع المدخل على منفذ يمكن للعميل الاتصال به.',
  'link.no-links': 'لا روابط للعملاء مع {protocol}.',
  'link.no-id': 'ليس للعميل id. احفظ العميل من جديد لإنشائه.',
  'link.no-password': 'ليس للعميل كلمة مرور. احفظ العميل من جديد لإنشائها.',
  'link.no-auth': 'ليس للعميل auth. احفظ العميل من جديد لإنشائه.',
  'link.no-cipher': 'ليس للمدخل خوارزمية تشفير.',
  'link.key-misfit': 'أحد المفاتيح لا يناسب الخوارزمية {method}.',
  'link.no-reality-key': 'لا مفتاح عام في إعدادات Reality. أنشئ زوج المفاتيح من جديد واحفظه.',
  'link.transport-unknown': 'لا يعرف العملاء النقل «{network}».',
  'link.reality-undialable':
    'لا تستطيع التطبيقات الاتصال بـ {network} خلف Reality. استخدم RAW أو gRPC أو XHTTP، أو ضعه خلف مدخل بـ TLS.',
  'link.master-shared': 'مدخل فرعي آخر للمدخل الرئيسي نفسه يأخذ اتصالاته. أعطه مدخلًا رئيسيًا خاصًا.',
}
