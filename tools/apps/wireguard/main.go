// A WireGuard client for the tests: what an app does with the content of a QR code. It reads a configuration file as
// wg-quick does, opens the tunnel in this process, and is an HTTP proxy for CONNECT and a relay for datagrams through it.
//
//	wireguard FILE PORT
//
// On standard output: "ready" when the proxy listens, and after each line of standard input the tunnel's figures as JSON.
package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"golang.zx2c4.com/wireguard/conn"
	"golang.zx2c4.com/wireguard/device"
	"golang.zx2c4.com/wireguard/tun/netstack"
)

type config struct {
	addresses []netip.Addr
	servers   []netip.Addr
	mtu       int
	// As the device's own interface takes it.
	device strings.Builder
}

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: wireguard FILE PORT"))
	}
	text, err := os.ReadFile(os.Args[1])
	fail(err)
	c, err := parse(string(text))
	fail(err)
	tun, tunnel, err := netstack.CreateNetTUN(c.addresses, c.servers, c.mtu)
	fail(err)
	dev := device.NewDevice(tun, conn.NewDefaultBind(), device.NewLogger(device.LogLevelError, ""))
	fail(dev.IpcSet(c.device.String()))
	fail(dev.Up())
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[2])
	fail(err)
	go func() { fail(http.Serve(listener, http.HandlerFunc(proxyTo(tunnel)))) }()
	fmt.Println("ready")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		report(dev)
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Every key is one that wg-quick or the apps know; another one is a mistake of the panel.
func parse(text string) (*config, error) {
	c := &config{mtu: 1420}
	section := ""
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if !found {
			return nil, fmt.Errorf("not a setting: %s", line)
		}
		if err := c.set(section+strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(key), err)
		}
	}
	return c, nil
}

func (c *config) set(key, value string) (err error) {
	switch key {
	case "[Interface]PrivateKey":
		return c.key("private_key", value)
	case "[Interface]Address":
		return eachOf(value, func(one string) error {
			prefix, err := netip.ParsePrefix(one)
			c.addresses = append(c.addresses, prefix.Addr())
			return err
		})
	case "[Interface]DNS":
		return eachOf(value, func(one string) error {
			address, err := netip.ParseAddr(one)
			c.servers = append(c.servers, address)
			return err
		})
	case "[Interface]MTU":
		_, err = fmt.Sscan(value, &c.mtu)
		return err
	case "[Peer]PublicKey":
		return c.key("public_key", value)
	case "[Peer]PresharedKey":
		return c.key("preshared_key", value)
	case "[Peer]AllowedIPs":
		return eachOf(value, func(one string) error {
			prefix, err := netip.ParsePrefix(one)
			fmt.Fprintf(&c.device, "allowed_ip=%s\n", prefix)
			return err
		})
	case "[Peer]Endpoint":
		address, err := net.ResolveUDPAddr("udp", value)
		if err == nil {
			fmt.Fprintf(&c.device, "endpoint=%s\n", address)
		}
		return err
	case "[Peer]PersistentKeepalive":
		fmt.Fprintf(&c.device, "persistent_keepalive_interval=%s\n", value)
		return nil
	}
	return fmt.Errorf("no app knows it in %q", key)
}

func (c *config) key(name, value string) error {
	bytes, err := base64.StdEncoding.DecodeString(value)
	if err == nil && len(bytes) != 32 {
		err = fmt.Errorf("%d bytes", len(bytes))
	}
	fmt.Fprintf(&c.device, "%s=%s\n", name, hex.EncodeToString(bytes))
	return err
}

func eachOf(list string, use func(string) error) error {
	for _, one := range strings.Split(list, ",") {
		if err := use(strings.TrimSpace(one)); err != nil {
			return err
		}
	}
	return nil
}

func proxyTo(tunnel *netstack.Net) func(http.ResponseWriter, *http.Request) {
	return func(answer http.ResponseWriter, asked *http.Request) {
		// Ours: CONNECT opens a stream, and POST sends its body as a datagram to the path, and answers with what comes back.
		if asked.Method == http.MethodPost {
			datagram(tunnel, answer, asked)
			return
		}
		far, err := tunnel.DialContext(asked.Context(), "tcp", asked.Host)
		if err != nil {
			http.Error(answer, err.Error(), http.StatusBadGateway)
			return
		}
		defer far.Close()
		near, early, err := answer.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer near.Close()
		fmt.Fprint(near, "HTTP/1.1 200 OK\r\n\r\n")
		go func() {
			io.Copy(far, early)
			far.Close()
		}()
		io.Copy(near, far)
	}
}

func datagram(tunnel *netstack.Net, answer http.ResponseWriter, asked *http.Request) {
	far, err := tunnel.DialContext(asked.Context(), "udp", strings.TrimPrefix(asked.URL.Path, "/"))
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadGateway)
		return
	}
	stop := context.AfterFunc(asked.Context(), func() { far.Close() })
	defer stop()
	defer far.Close()
	body, _ := io.ReadAll(asked.Body)
	far.Write(body)
	back := make([]byte, 65536)
	n, err := far.Read(back)
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadGateway)
		return
	}
	answer.Write(back[:n])
}

// What the tunnel itself has carried: packets with their headers.
func report(dev *device.Device) {
	text, err := dev.IpcGet()
	fail(err)
	figures := map[string]string{}
	for _, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, "=")
		figures[key] = value
	}
	fmt.Printf("{\"sent\":%s,\"received\":%s,\"handshake\":%s}\n", figures["tx_bytes"], figures["rx_bytes"], figures["last_handshake_time_sec"])
}
