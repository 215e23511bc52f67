<?php
/**
 * php meddle.php DOCUMENT_ROOT ACTION [ARGUMENT …]
 * What happens to a site beside cux: another person's hands, an administrator, a preference. For the end-to-end table.
 */
if ( PHP_SAPI !== 'cli' ) {
	exit( 1 );
}
$_SERVER['HTTP_HOST'] = '127.0.0.1';
list( , $cux_root, $cux_action ) = $argv;
$cux_arguments = array_slice( $argv, 3 );
require $cux_root . '/wp-load.php';

$user_id = static function ( $login ) {
	return get_user_by( 'login', $login )->ID;
};

switch ( $cux_action ) {
	case 'user':
		list( $login, $role ) = $cux_arguments;
		if ( ! username_exists( $login ) ) {
			wp_insert_user(
				array(
					'user_login' => $login,
					'user_pass'  => trim( stream_get_contents( STDIN ) ),
					'user_email' => $login . '@example.invalid',
					'role'       => $role,
				)
			);
		}
		break;
	case 'application-password':
		list( $login ) = $cux_arguments;
		list( $password ) = WP_Application_Passwords::create_new_application_password( $user_id( $login ), array( 'name' => 'cux ' . wp_generate_uuid4() ) );
		echo $password;
		break;
	case 'lock':
		list( $post, $login ) = $cux_arguments;
		update_post_meta( (int) $post, '_edit_lock', time() . ':' . $user_id( $login ) );
		break;
	case 'unlock':
		delete_post_meta( (int) $cux_arguments[0], '_edit_lock' );
		break;
	case 'change':
		list( $post, $text ) = $cux_arguments;
		wp_update_post( array( 'ID' => (int) $post, 'post_content' => $text ) );
		break;
	case 'autosave':
		list( $post, $text ) = $cux_arguments;
		require_once ABSPATH . 'wp-admin/includes/post.php';
		wp_set_current_user( $user_id( 'admin' ) );
		$present = get_post( (int) $post, ARRAY_A );
		wp_create_post_autosave( array( 'post_ID' => (int) $post, 'post_title' => $present['post_title'], 'content' => $text, 'excerpt' => '', 'post_type' => 'post' ) );
		break;
	case 'sign-out':
		WP_Session_Tokens::get_instance( $user_id( $cux_arguments[0] ) )->destroy_all();
		break;
	case 'one-click':
		list( $login, $on ) = $cux_arguments;
		$preferences = get_user_meta( $user_id( $login ), 'wp_persisted_preferences', true );
		$preferences = is_array( $preferences ) ? $preferences : array();
		$preferences['core/edit-post']['isPublishSidebarEnabled'] = 'on' !== $on;
		$preferences['core/editor']['isPublishSidebarEnabled']    = 'on' !== $on;
		$preferences['_modified']                                 = gmdate( 'c' );
		update_user_meta( $user_id( $login ), 'wp_persisted_preferences', $preferences );
		break;
	default:
		exit( 1 );
}
