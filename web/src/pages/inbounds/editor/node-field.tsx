import { Checkbox, Input } from '@mantine/core'
import { protocolTraits } from '#contract/protocol.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useNodes } from '../../nodes/use-nodes.ts'
import { useEditor } from './editor-context.ts'
import { inputWrapperOrder } from './field-input.tsx'
import styles from './node-field.module.css'

/** Where a new inbound runs: here, on a node, or the same on several; absent while there are no nodes. */
export function NodeField() {
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
        className={styles.places}
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
