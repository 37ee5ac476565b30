import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': 'Dizin sunucusunun adresini girin.',
  'directory.no-base': 'Base DN girin: dizinin aranacak bölümü.',
  'directory.bind-refused': 'Dizin, Bind DN ya da parolasını kabul etmedi.',
  'directory.unreachable': '{host} adresindeki dizine ulaşılamıyor: {reason}.',
  'directory.certificate':
    '{host} sertifikasına güvenilmiyor: {reason}. CA dosyanızı girin ya da sunucuyu düzeltin.',
  'directory.ca-unreadable': '{file} CA dosyası okunamıyor: {reason}.',
  'directory.too-slow': 'Dizin {seconds} saniyede yanıt vermedi. Kimse değiştirilmedi.',
  'directory.too-much':
    'Dizin, bir kişi listesinin tutacağından fazla veri gönderdi; hiçbir istemci değiştirilmedi. Süzgeci ya da Base DN’i daraltın.',
  'directory.too-large': 'Dizin {max} kişiden fazlasını buldu. Süzgeci ya da Base DN’i daraltın.',
  'directory.search-failed': 'Dizin aramayı reddetti: {reason}.',
  'directory.empty':
    'Dizin kimseyi bulmadı, bu yüzden kimse değiştirilmedi. Süzgeci, Base DN’i ve özniteliği denetleyin.',
  'directory.no-inbounds':
    'Yeni istemcilerin gelen bağlantıya ihtiyacı var. Gelen bağlantılarının etiketlerini girin.',
  'directory.tags-unknown': '{tags} etiketli giriş yok.',
  'directory.held-shrunk': 'Dizin {people} kişi buldu, önce {before} idi. Doğruysa onaylayın.',
  'directory.held-many':
    'Bu, bir kerede {count} istemciyi değiştirir; {most} sayısından fazla. Doğruysa onaylayın.',
  'directory.held-share':
    'Bu, {all} istemciden {count} tanesini bir kerede değiştirir; %{percent} oranından fazla. Doğruysa onaylayın.',
  'directory.nothing-held': 'Onay bekleyen değişiklik yok.',
  'directory.plan-changed':
    'Bu değişiklikler listelendikten sonra dizin değişti. Yeni listeyi inceleyip onaylayın.',
}
