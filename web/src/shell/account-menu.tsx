import { ActionIcon, Alert, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { endpoints } from '../api/endpoints.ts'
import { useApp } from '../services.tsx'
import { LeaveIcon, PersonIcon } from '../ui/icons.tsx'
import { PreferenceItems } from '../ui/preferences.tsx'
import { sayError } from '../ui/say-error.ts'
import styles from './account-menu.module.css'

export function AccountMenu() {
  const { t, api, base, live } = useApp()
  const logout = useMutation({
    mutationFn: () => {
      live.stop() // The server closes the socket with the session; that is not a lost connection.
      return api.call(endpoints.session.logout)
    },
    onError: live.start,
    // A full page load, so that nothing of the session stays in memory.
    onSuccess: () => location.replace(base),
  })
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} radius="xl" aria-label={t('shell.account')}>
            <PersonIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PreferenceItems />
          <Menu.Divider />
          <Menu.Item leftSection={<LeaveIcon size={16} />} onClick={() => logout.mutate()}>
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {logout.error && (
        <Alert color="red" role="alert" className={styles.failure}>
          {t('shell.logoutFailed', { reason: sayError(t, logout.error) })}
        </Alert>
      )}
    </>
  )
}
