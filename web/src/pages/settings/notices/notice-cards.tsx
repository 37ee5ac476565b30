import type { AllSettingView } from '#contract/settings.ts'
import { Card } from '../card.tsx'
import type { SettingWords } from '../words.ts'
import { Deliveries } from './deliveries.tsx'
import { GridForm } from './grid-form.tsx'
import { MailForm } from './mail-form.tsx'
import { Webhooks } from './webhooks.tsx'

/** The section Notices: events and outlets, mail, webhooks, and deliveries. */
export function NoticeCards({ words, stored }: { words: SettingWords; stored: AllSettingView }) {
  return (
    <>
      <Card id="noticeGrid" words={words}>
        <GridForm stored={stored} />
      </Card>
      <Card id="mail" words={words}>
        <MailForm stored={stored} />
      </Card>
      <Card id="webhooks" words={words}>
        <Webhooks />
      </Card>
      <Card id="deliveries" words={words}>
        <Deliveries />
      </Card>
    </>
  )
}
