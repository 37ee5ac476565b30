import type { nodeJoin as english } from '../en/node-join.ts'
import type { Words } from '../files.ts'

export const nodeJoin: Words<typeof english> = {
  'join.string': 'Katılım dizesi',
  'join.stringHint':
    'O sunucuda “sluice node invite” komutunu çalıştırıp yazdırdığı satırı yapıştırın: adres, sertifika ve belirteç bir arada. Kendiniz girmek için boş bırakın.',
  'join.nameHint': 'Boş bırakılırsa adres kullanılır.',
  'join.adopt': 'Devral',
  'join.adoptOffline': 'düğüm çevrimdışı',
  'join.adoptTitle': '{name} düğümünden devral',
  'join.adoptText':
    'Bu düğümdeki gelen bağlantılar ve istemciler portları, kimlik bilgileri ve trafikleriyle bu panelin parçası olur. Düğümde hiçbir şey değişmez ve kimsenin bağlantısı kesilmez.',
  'join.nothing':
    'Devralınacak bir şey yok: bu düğümdeki her şey zaten buradan yönetiliyor ya da düğümde kalıyor.',
  'join.inbounds': 'Devralınacak gelen bağlantılar',
  'join.clientsOn': '{count, plural, =0 {İstemci yok} one {# istemci} other {# istemci}}',
  'join.comeNew': '{count, plural, one {# yeni istemci} other {# yeni istemci}}',
  'join.comeKnown': '{count, plural, one {# mevcut istemci bağlanır} other {# mevcut istemci bağlanır}}',
  'join.changes': '{email}: bu panelin ayarları düğümdekilerin yerini alır ({fields}).',
  'join.stays': 'Düğümde kalır',
  'join.more': '{count, plural, one {ve # tane daha} other {ve # tane daha}}',
  'join.adoptVerb': 'Devral',
  'join.later': 'Şimdi değil',
  'join.adopted':
    '{inbounds, plural, one {# gelen bağlantı} other {# gelen bağlantı}} ve {clients, plural, one {# istemci} other {# istemci}} devralındı',
  'join.skipped': '{count, plural, one {# öğe atlandı} other {# öğe atlandı}}: {reason}',
  'join.leaveTitle': '{name} silinsin mi?',
  'join.leaveEmpty':
    'Bu düğümde bu panelin gelen bağlantısı yok. Düğümün kendi gelen bağlantıları ve istemcileri orada kalır ve çalışmayı sürdürür; burada yalnızca adresi ve belirteci silinir.',
  'join.leaveText':
    '{count, plural, one {Bu düğümde bu panelin # gelen bağlantısı var. Buradan silinir; istemcileri trafikleriyle burada kalır.} other {Bu düğümde bu panelin # gelen bağlantısı var. Buradan silinir; istemcileri trafikleriyle burada kalır.}}',
  'join.leaveChoice': 'Düğümde',
  'join.keep': 'Çalışmayı sürdürsün',
  'join.keepHint': 'Gelen bağlantılar ve istemciler düğümde olduğu gibi kalır',
  'join.remove': 'Kaldır',
  'join.removeHint': 'Önce düğümde silinir; düğüm çevrimiçi olmalı',
}
