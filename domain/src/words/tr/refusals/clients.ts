import type { clients as english } from '#domain/refusals/clients.ts'
import type { Refused } from '../../files.ts'

export const clients: Refused<typeof english> = {
  'client.missing': '{email} adında bir istemci yok.',
  'client.email-missing': 'İstemciye bir ad verin.',
  'client.email-taken': '{email} adı kullanılıyor. Başka bir ad seçin.',
  'client.email-twice': '{email} adı iki kez yazılmış. Birini çıkarın.',
  'client.email-too-long': 'Ad için en çok {max} karakter kullanın.',
  'client.email-no-url': '{value} dışında bir ad seçin: hiçbir URL onu taşıyamaz.',
  'client.email-white-space': 'Addaki boşlukları çıkarın.',
  'client.email-control-characters': 'Addaki denetim karakterlerini çıkarın.',
  'client.email-character': 'Addan {character} karakterini çıkarın.',
  'client.sub-id-missing': 'İstemciye bir abonelik kimliği (subId) verin.',
  'client.sub-id-taken': '{subId} abonelik kimliği kullanılıyor. Başka birini seçin.',
  'client.sub-id-of-another':
    '{email} adında başka bir istemci var. O istemcinin subId değerini gönderin ya da hiç göndermeyin.',
  'client.sub-id-too-long': 'Abonelik kimliği (subId) için en çok {max} karakter kullanın.',
  'client.sub-id-no-url': '{value} dışında bir abonelik kimliği (subId) seçin: hiçbir URL onu taşıyamaz.',
  'client.sub-id-white-space': 'Abonelik kimliğindeki (subId) boşlukları çıkarın.',
  'client.sub-id-control-characters': 'Abonelik kimliğindeki (subId) denetim karakterlerini çıkarın.',
  'client.sub-id-character': 'Abonelik kimliğinden (subId) {character} karakterini çıkarın.',
  'client.uuid-invalid': 'id olarak bir UUID ya da en çok 30 baytlık bir metin verin.',
  'client.credential-shared':
    'Çekirdek bu istemciyi {email} istemcisinden ayıramaz. Başka bir id, parola veya auth verin.',
  'client.cipher-single-user':
    '2022-blake3-chacha20-poly1305 tek kullanıcıya hizmet eder. AES 2022 şifreli bir gelen bağlantı seçin.',
  'client.key-lengths-differ':
    'Bu Shadowsocks gelen bağlantıları farklı uzunlukta anahtar ister, istemcinin ise tek anahtarı vardır. Birini çıkarın.',
  'client.flow-unknown':
    'Akış (flow) olarak hiçbirini, xtls-rprx-vision ya da xtls-rprx-vision-udp443 seçin.',
  'client.expiry-not-whole': 'Bitiş zamanını tam milisaniye olarak verin, 0 hiçbir zaman demektir.',
  'client.expiry-not-whole-days':
    'Gecikmeli başlangıç tam gün olarak sayılır. 86400000 değerinin negatif bir katını veya hiçbir zaman için 0 verin.',
  'client.add-days-not-whole': 'Tam gün sayısı verin, en çok 100000.',
  'client.add-bytes-not-whole': 'Tam bayt sayısı verin.',
  'client.nothing-to-adjust':
    'Neyin değişeceğini belirtin: addDays, addBytes, flow veya ayarlanacak bir değer.',
  'client.tg-id-invalid': 'Sayısal bir Telegram kimliği girin.',
  'client.traffic-too-large': 'Yükleme ve indirme baytlarının toplamı 2^53-1 değerini geçemez.',
  'client.expired': 'Süresi doldu. Daha ileri bir tarih verin veya istemciyi yenileyin.',
  'client.out-of-data': 'Verisi bitti. Kullanımı sıfırlayın, kotayı artırın veya istemciyi yenileyin.',
  'client.group-ended': 'Grubun verisi bitti veya süresi doldu. Grubu yenileyin.',
  'client.no-inbound-chosen': 'İstemci için en az bir gelen bağlantı seçin.',
  'client.inbound-unfit': '{id} numaralı gelen bağlantı yok veya istemci kabul etmiyor.',
  'client.protocol-without-clients':
    '{id} numaralı gelen bağlantı ({protocol}) istemci kabul etmez. Başka birini seçin.',
  'client.reverse-tag-taken':
    '{tag} bir giden bağlantının etiketi. İstemciye başka bir ters etiket (reverse) verin.',
  'client.not-attached': 'Bu istemciye hiçbir gelen bağlantı eklenmemiş, aboneliği boş. Önce birini ekleyin.',
  'adjust.unlimited-expiry': 'süresi sınırsız',
  'adjust.past-delay': 'azaltma, gecikmeli süreyi aşıyor',
  'adjust.past-expiry': 'azaltma, kalan süreyi aşıyor',
  'adjust.expiry-too-far': 'bitiş zamanı çok uzak olurdu',
  'adjust.unlimited-traffic': 'trafiği sınırsız',
  'adjust.past-quota': 'azaltma kotayı aşıyor',
  'adjust.quota-too-large': 'kota çok büyük olurdu',
  'group.exists': '{name} adında bir grup var. Başka bir ad seçin.',
  'group.missing': '{name} adında bir grup yok.',
  'group.name-missing': 'Gruba bir ad verin.',
  'group.name-invalid': 'Grup adı için en çok {max} karakter kullanın, denetim karakteri kullanmayın.',
  'plan.missing': '{id} numaralı bir tarife yok.',
  'plan.name-taken': '"{name}" adında bir tarife var. Başka bir ad seçin.',
  'plan.too-many': 'Şimdiden {max} tarife var. Kullanılmayan birini silin.',
}
