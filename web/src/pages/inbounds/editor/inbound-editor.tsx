import { Alert, Checkbox, Input, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { carriesClients, protocolTraits } from '#contract/protocol.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNodes } from '../../nodes/use-nodes.ts'
import styles from './editor.module.css'
import { EditorContext, useEditor } from './editor-context.ts'
import { FallbackSection } from './fallback-section.tsx'
import { inputWrapperOrder } from './field-input.tsx'
import { FieldNamesSwitch } from './field-label.tsx'
import { FieldsContext } from './fields-context.ts'
import { FormSection, SectionFields } from './form-section.tsx'
import { LivePanel } from './live-panel.tsx'
import nodeFieldStyles from './node-field.module.css'
import { isThere, type Section, sections } from './sections.ts'
import { NetworkField, SecurityField } from './special-fields.tsx'
import { type Options, useInboundForm } from './use-inbound-form.ts'

const closedBy = ['i', 'new', 'from']
/** Only while it is created. */
const newFields = (
  <>
    <NodeField />
    <AudienceField />
  </>
)
/** Not in the table: they decide which part of it applies. */
const before: Partial<Record<Section, ReactNode>> = {
  transport: <NetworkField />,
  security: <SecurityField />,
}

/** The whole inbound: sections beside a live preview. Input is never lost. */
export function InboundEditor(options: Options) {
  const { t } = useTranslation()
  const { inbound, all } = options
  const { editor, setBadJson, element, onSubmit, busy, dirty, failure } = useInboundForm(options)
  useLeaveGuard(dirty && !busy, closedBy)
  const others = all.filter(({ id }) => id !== inbound?.id)
  return (
    <EditorContext value={editor}>
      <FieldsContext value={editor}>
        <form ref={element} noValidate onSubmit={onSubmit}>
          <div className={styles.editor}>
            <div className={styles.sections}>
              <FieldNamesSwitch />
              {sections
                .filter((section) => isThere(section, editor.cell.protocol))
                .map((section) => (
                  <FormSection key={section} section={section}>
                    {section === 'fallbacks' ? (
                      <FallbackSection others={others} />
                    ) : (
                      <SectionFields
                        section={section}
                        // An inbound stays where it was created.
                        before={section === 'basic' && !inbound ? newFields : before[section]}
                      />
                    )}
                  </FormSection>
                ))}
            </div>
            <LivePanel inbound={inbound} all={all} refusal={failure} onBadJson={setBadJson} />
          </div>
          <div className={styles.foot} data-foot>
            <Button
              label={t(inbound ? 'inboundForm.save' : 'inboundForm.create')}
              primary
              type="submit"
              loading={busy}
              disabled={inbound !== undefined && !dirty}
            />
            {failure && (
              <Alert color="red" role="alert" className={styles.failure ?? ''}>
                <span dir="auto">{failure}</span>
              </Alert>
            )}
          </div>
        </form>
      </FieldsContext>
    </EditorContext>
  )
}

/** Whose clients get a new inbound at once; absent while there are no groups. */
function AudienceField() {
  const { t } = useTranslation()
  const { cell, reach, setReach } = useEditor()
  const groups = useReply(endpoints.clientGroups.list).data ?? []
  if (groups.length === 0 || !carriesClients(cell.protocol)) return null
  return (
    <NativeSelect
      label={t('inboundForm.audience')}
      description={t('inboundForm.audienceHint')}
      inputWrapperOrder={inputWrapperOrder}
      value={reach.group}
      onChange={(event) => setReach({ ...reach, group: event.currentTarget.value })}
      data={[
        { value: '', label: t('inboundForm.nobodyYet') },
        ...groups.map(({ name, clientCount }) => ({
          value: name,
          label: t('inboundForm.groupOf', { name, count: clientCount }),
        })),
      ]}
    />
  )
}

/** Where a new inbound runs: here, on a node, or the same on several; absent while there are no nodes. */
function NodeField() {
  const { t } = useTranslation()
  const { cell, reach, setReach } = useEditor()
  const nodes = useNodes().data ?? []
  const chosen = reach.places
  if (nodes.length === 0 && chosen.every((place) => place === 0)) return null
  const canMove = protocolTraits[cell.protocol].node
  const notHere = t('inboundForm.notOnNodes', { protocol: cell.protocol })
  const isWrong = chosen.some((place) => place > 0) && !canMove
  const there = nodes.filter(({ id }) => canMove || chosen.includes(id))
  const all = there.map(({ id }) => id)
  const hasAll = all.length > 0 && all.every((id) => chosen.includes(id))
  const choose = (places: readonly number[]) =>
    setReach({ ...reach, places: places.length > 0 ? [...places].sort((a, b) => a - b) : [0] })
  const toggle = (place: number) =>
    choose(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place])
  return (
    <Input.Wrapper
      labelElement="div"
      label={t('inboundForm.node')}
      description={canMove ? t('inboundForm.nodeHint') : isWrong ? undefined : notHere}
      inputWrapperOrder={inputWrapperOrder}
      error={isWrong ? notHere : undefined}
    >
      <fieldset
        className={nodeFieldStyles.places}
        aria-label={t('inboundForm.node')}
        data-field="nodeId"
        tabIndex={-1}
      >
        {all.length > 1 && (
          <Checkbox
            checked={hasAll}
            indeterminate={!hasAll && chosen.some((place) => place > 0)}
            label={t('inboundForm.allNodes')}
            onChange={() => choose(hasAll ? [0] : all)}
          />
        )}
        <Checkbox
          checked={chosen.includes(0)}
          label={t('inboundForm.thisPanel')}
          onChange={() => toggle(0)}
        />
        {there.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            label={<bdi>{name}</bdi>}
            onChange={() => toggle(id)}
          />
        ))}
      </fieldset>
    </Input.Wrapper>
  )
}
