// The styles of inputs that only forms behind the login have: they come with the first page that needs them.
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/CheckboxIndicator.css'
import '@mantine/core/styles/Tabs.css'
