import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { RealityScanResult } from '#contract/tls-tools-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError, useSayCoded } from '../../../ui/say-error.ts'
import styles from './editor.module.css'
import { useEditor } from './editor-context.ts'
import { setAll } from './paths.ts'
import { useLatestEditor } from './tool.tsx'

const reality = 'streamSettings.realitySettings'

/** Asks the server for sites that Reality could impersonate, and offers them. */
export function TargetFinder() {
  const { t, api } = useApp()
  const { get } = useEditor()
  const latest = useLatestEditor()
  const list = useId()
  const typed = String(get(`${reality}.target`) ?? '').trim()
  const search = useMutation({
    mutationFn: async (target: string): Promise<readonly RealityScanResult[]> =>
      target === ''
        ? api.call(endpoints.tlsTools.scanRealityTargets, { body: { targets: '' } })
        : [await api.call(endpoints.tlsTools.scanRealityTarget, { body: { target, sni: '' } })],
  })
  const use = ({ target, host, serverNames }: RealityScanResult) => {
    const names = serverNames.includes(host) ? [host] : serverNames.slice(0, 1)
    const values = {
      [`${reality}.target`]: target,
      [`${reality}.serverNames`]: names.length > 0 ? names : [host],
    }
    latest.current.change((form) => setAll(form, values))
    search.reset()
  }
  return (
    <div className={styles.finder}>
      <div className={styles.tools}>
        <Button
          label={t('inboundForm.findSite')}
          variant="light"
          size="compact-sm"
          loading={search.isPending && search.variables === ''}
          onClick={() => search.mutate('')}
        />
        {typed !== '' && (
          <Button
            label={t('inboundForm.checkSite')}
            variant="light"
            size="compact-sm"
            loading={search.isPending && search.variables !== ''}
            onClick={() => search.mutate(typed)}
          />
        )}
      </div>
      {search.error && (
        <p role="alert" className="bad85" dir="auto">
          {sayError(t, search.error)}
        </p>
      )}
      {search.data && (
        <>
          <p id={list} role="status" className="prose85">
            {t('inboundForm.sitesFound', { count: search.data.filter(({ feasible }) => feasible).length })}
          </p>
          <ul className={styles.sites} aria-labelledby={list}>
            {search.data.map((site) => (
              <Site key={site.target} site={site} onUse={() => use(site)} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Site({ site, onUse }: { site: RealityScanResult; onUse: () => void }) {
  const { t, measures } = useApp()
  const say = useSayCoded(site.reasonCoded)
  return (
    <li className={styles.site} data-bad={!site.feasible || undefined}>
      <span className={styles.siteName} dir="ltr">
        {site.target}
      </span>
      <span className="prose85" dir="auto">
        {site.feasible
          ? t('inboundForm.siteGood', { ms: measures.count(site.latencyMs), tls: site.tlsVersion })
          : say(site.reasonCoded, site.reason)}
      </span>
      {site.feasible && (
        <Button
          label={t('inboundForm.useSite')}
          size="compact-sm"
          onClick={onUse}
          aria-label={t('inboundForm.useSiteName', { site: site.target })}
        />
      )}
    </li>
  )
}
