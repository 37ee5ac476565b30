import { useQuery } from '@tanstack/react-query'
import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { inboundName } from '../clients/inbound-name.ts'
import styles from './nodes.module.css'
import { clientsOf, inboundsOf, newInboundOn } from './use-node-menu.ts'

/** The inbounds that run on a node, and the way to its clients. */
export function NodePlaces({ node }: { node: Node }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const inbounds = useQuery(replyOf(api, endpoints.inbounds.options))
  return (
    <section className={styles.queue} aria-labelledby="node-places">
      <h3 id="node-places" className={styles.head}>
        {t('nodes.placedTitle')}
      </h3>
      <Loaded query={inbounds} rows={1}>
        {(all) => {
          const own = all.filter(({ nodeId }) => nodeId === node.id)
          if (own.length === 0) return <p className={styles.dim}>{t('nodes.placedNone')}</p>
          return (
            <ul className={styles.waiting}>
              {own.map((inbound) => (
                <li key={inbound.id}>
                  <Link to={`${paths.inbounds}?i=${inbound.id}`} className={styles.plainLink}>
                    <bdi>{inboundName(inbound)}</bdi>
                  </Link>
                  <bdi className={styles.dim} dir="ltr">
                    {inbound.protocol}:{inbound.port}
                  </bdi>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      <p className={styles.links}>
        {node.inboundCount > 0 && (
          <Link to={inboundsOf(node)} className={styles.plainLink}>
            {t('nodes.showInbounds')}
          </Link>
        )}
        {node.clientCount > 0 && (
          <Link to={clientsOf(node)} className={styles.plainLink}>
            {t('nodes.showClients')}
          </Link>
        )}
        <Link to={newInboundOn(node)} className={styles.plainLink}>
          {t('nodes.placeOne')}
        </Link>
      </p>
    </section>
  )
}
