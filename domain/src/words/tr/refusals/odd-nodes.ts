import type { oddNodes as english } from '#domain/refusals/odd-nodes.ts'
import type { Refused } from '../../files.ts'

export const oddNodes: Refused<typeof english> = {
  'node.is-above':
    'Bu panel, doğrudan veya başka paneller üzerinden o panelin bir düğümüdür. İki panelden yalnızca biri diğerini yönetebilir: düğümü iki taraftan birinde kaldırın.',
  'node.went-back':
    'Bu düğümdeki sayaçlar {count} istemci için geriye gitti: bir yedekten geri yüklendi ya da biri sayaçları sıfırladı. Burada hiçbir şey düşülmedi; düğümde olması gerekenler yeniden yükleniyor.',
  'node.sums-unreadable':
    'Bu düğüm {count} istemci için sayılabilecek olandan fazla trafik bildiriyor. Bu dikkate alınmıyor. O paneli kontrol edin.',
  'node.strangers':
    '{count} istemci, burada bağlı olmadıkları hâlde bu düğümün gelen bağlantılarındaydı. Bu gelen bağlantılardan çıkarıldılar.',
}
