//! Who is told where others find the server.

use serde_json::json;

use super::Client;
use super::client::Ask;

#[tokio::test]
async fn only_this_computer_learns_that_others_cannot_come() {
    let client = Client::new();
    let here = client.from([127, 0, 0, 1]);
    let ask = async |client: &Client, host: &str| {
        let ask = Ask::new().with("host", host);
        client.send("GET", "/addresses", ask).await.good()
    };
    let alone = json!({ "network": false, "urls": [] });
    for host in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878"] {
        assert_eq!(ask(&here, host).await, alone, "{host}");
    }
    // Whoever came by another name or from elsewhere has an address that works.
    let found = json!({ "network": true, "urls": [] });
    assert_eq!(ask(&here, "dice.example").await, found);
    assert_eq!(ask(&client, "127.0.0.1:7878").await, found);
    assert_eq!(client.get("/addresses").await.good(), found);
}

#[tokio::test]
async fn a_server_on_the_network_has_an_address_to_hand_on() {
    let client = Client::new().from([127, 0, 0, 1]);
    let client = client.listening([192, 0, 2, 7]);
    let ask = Ask::new().with("host", "localhost:7878");
    let told = client.send("GET", "/addresses", ask).await.good();
    assert_eq!(
        told,
        json!({ "network": true, "urls": ["http://192.0.2.7:7878"] })
    );
}
